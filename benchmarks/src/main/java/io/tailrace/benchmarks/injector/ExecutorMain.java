/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.lab.ForkEnd;
import io.tailrace.benchmarks.lab.Json;
import io.tailrace.benchmarks.lab.WorkRate;
import java.util.List;

/**
 * The process that measures one kind of executor. Answers {@link WorkRate#COMMAND}, {@code warm ROUNDS}, {@code tasks THREADS WAITING
 * ROUNDS LEAD-IN-MS MEASURE-MS} and {@code trickle RATE LEAD-IN-MS MEASURE-MS} with one line of JSON.
 */
final class ExecutorMain {
    private static final long WARM_UP_MS = 150;
    private static final List<Limits> WARM_UP = List.of(new Limits(4, 4), new Limits(16, 16));
    private static final int WARM_UP_RATE = 5_000;

    private final Kind kind;

    private ExecutorMain(Kind kind) {
        this.kind = kind;
    }

    /** Argument: the kind. */
    public static void main(String[] args) {
        ForkEnd.orExit(() -> ForkEnd.serve("{\"ready\": \"yes\"}", new ExecutorMain(Kind.valueOf(args[0]))::answer));
    }

    private Json answer(List<String> command) {
        return switch (command.get(0)) {
            case WorkRate.COMMAND -> WorkRate.answer();
            case "warm" -> warm(number(command, 1));
            case "tasks" ->
                FullSpeed.measure(
                        kind,
                        new Limits(number(command, 1), number(command, 2)),
                        number(command, 3),
                        number(command, 4),
                        number(command, 5));
            case "trickle" -> Trickle.measure(kind, number(command, 1), number(command, 2), number(command, 3));
            default -> throw new IllegalArgumentException("unknown: command=" + command);
        };
    }

    private static int number(List<String> command, int place) {
        return Integer.parseInt(command.get(place));
    }

    private Json warm(int rounds) {
        for (Limits limits : WARM_UP) {
            FullSpeed.measure(kind, limits, 0, 0, WARM_UP_MS);
            FullSpeed.measure(kind, limits, rounds, 0, WARM_UP_MS);
        }
        if (kind != Kind.LOOPS) {
            Trickle.measure(kind, WARM_UP_RATE, 0, WARM_UP_MS);
        }
        return new Json().put("warm", "yes");
    }
}
