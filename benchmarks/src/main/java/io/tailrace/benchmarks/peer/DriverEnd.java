/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.driver.DriverConfig;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A candidate's driver, in its own process. */
public final class DriverEnd implements Answerer {
    private final Runnable close;

    /** Arguments: the candidate, and the driver's directory. */
    public DriverEnd(List<String> arguments) {
        Candidate candidate = new Candidate(arguments.get(0));
        Path directory = Path.of(arguments.get(1));
        if (candidate.isAeron()) {
            close = io.aeron.driver.MediaDriver.launch(candidate.aeron().driverContext(directory))::close;
        } else {
            close = io.tailrace.driver.MediaDriver.launch(DriverConfig.DEFAULT
                    .withDirectory(directory)
                    .withTermLength(candidate.tailrace().termLength()))::close;
        }
    }

    @Override
    public void close() {
        close.run();
    }

    /** Decides when a polling thread runs a driver without a thread. One thread. */
    static final class DriverTurn {
        private static final int POLLS = 16;
        private final @Nullable Runnable cycle;
        private final int cyclesPerLimit;
        /** In the middle of an array, because the memory beside an object may belong to the other thread. */
        private final long[] polls = new long[32];

        /**
         * Creates it.
         *
         * @param cycle of the driver; null if it has a thread
         * @param cyclesPerLimit more of them for polls with more messages, so that long messages do not use up a window
         *     first
         */
        DriverTurn(@Nullable Runnable cycle, int cyclesPerLimit) {
            this.cycle = cycle;
            this.cyclesPerLimit = cyclesPerLimit;
        }

        /** Runs the driver if it is its turn: once in {@code limit / cyclesPerLimit} polls. */
        void beforePoll(int limit) {
            if (cycle != null && ++polls[POLLS] >= limit / cyclesPerLimit) {
                polls[POLLS] = 0;
                cycle.run();
            }
        }
    }
}
