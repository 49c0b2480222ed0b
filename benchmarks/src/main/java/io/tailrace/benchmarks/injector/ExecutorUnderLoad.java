/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.injector.Contestant.Limits;
import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.lab.Work;
import java.util.List;
import java.util.Map;

/**
 * Measures one kind of executor. Answers {@link Work#COMMAND}, {@code warm ROUNDS}, {@code tasks THREADS WAITING
 * ROUNDS LEAD-IN-MS MEASURE-MS} and {@code trickle RATE LEAD-IN-MS MEASURE-MS}.
 */
final class ExecutorUnderLoad implements Answerer {
    private static final long WARM_UP_MS = 150;
    private static final List<Limits> WARM_UP = List.of(new Limits(4, 4), new Limits(16, 16));
    private static final int WARM_UP_RATE = 5_000;

    private final Kind kind;

    ExecutorUnderLoad(List<String> arguments) {
        kind = Kind.valueOf(arguments.get(0));
    }

    @Override
    public Map<String, ?> answer(List<String> command) {
        int[] numbers = command.stream().skip(1).mapToInt(Integer::parseInt).toArray();
        return switch (command.get(0)) {
            case Work.COMMAND -> Work.answer();
            case "warm" -> warm(numbers[0]);
            case "tasks" ->
                FullSpeed.measure(kind, new Limits(numbers[0], numbers[1]), numbers[2], numbers[3], numbers[4]);
            case "trickle" -> Trickle.measure(kind, numbers[0], numbers[1], numbers[2]);
            default -> throw new IllegalArgumentException("unknown: command=" + command);
        };
    }

    private Map<String, ?> warm(int rounds) {
        for (Limits limits : WARM_UP) {
            FullSpeed.measure(kind, limits, 0, 0, WARM_UP_MS);
            FullSpeed.measure(kind, limits, rounds, 0, WARM_UP_MS);
        }
        if (kind != Kind.LOOPS) {
            Trickle.measure(kind, WARM_UP_RATE, 0, WARM_UP_MS);
        }
        return Map.of("warm", "yes");
    }
}
