/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import io.tailrace.benchmarks.lab.ForkEnd;
import io.tailrace.benchmarks.lab.Json;
import io.tailrace.benchmarks.lab.WorkRate;
import java.nio.file.Path;
import java.util.List;

/**
 * The process that measures one candidate, its driver embedded. Answers {@link WorkRate#COMMAND}, {@code warm ROUNDS} and {@code run
 * SLEEP-EVERY ROUNDS LEAD-IN-MS MEASURE-MS} with one line of JSON.
 */
final class DispatchMain {
    private static final long WARM_UP_MS = 500;

    private final DispatchUnderLoad dispatch;

    private DispatchMain(DispatchUnderLoad dispatch) {
        this.dispatch = dispatch;
    }

    /** Arguments: the candidate, and a directory that does not exist yet. */
    public static void main(String[] args) {
        ForkEnd.orExit(() -> {
            try (DispatchUnderLoad dispatch = new DispatchUnderLoad(Candidate.valueOf(args[0]), Path.of(args[1]))) {
                ForkEnd.serve("{\"ready\": \"yes\"}", new DispatchMain(dispatch)::answer);
            }
        });
    }

    private Json answer(List<String> command) {
        return switch (command.get(0)) {
            case WorkRate.COMMAND -> WorkRate.answer();
            case "warm" -> warm(number(command, 1));
            case "run" -> dispatch.run(number(command, 1), number(command, 2), number(command, 3), number(command, 4));
            default -> throw new IllegalArgumentException("unknown: command=" + command);
        };
    }

    private static int number(List<String> command, int place) {
        return Integer.parseInt(command.get(place));
    }

    private Json warm(int rounds) {
        for (Handlers handlers : Handlers.ALL) {
            dispatch.run(handlers.sleepEvery(), rounds, 0, WARM_UP_MS);
        }
        return new Json().put("warm", "yes");
    }
}
