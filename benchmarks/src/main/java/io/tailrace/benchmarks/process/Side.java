/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.lab.Waiting;
import java.io.IOException;
import java.nio.file.Path;

/** One of the two processes. */
enum Side {
    /** Sends, and measures round trips. */
    LEFT,
    /** Answers, or measures how late each message is. */
    RIGHT;

    private static final int THERE = 1;
    private static final int BACK = 2;

    /**
     * Keeps the calling thread on this side's core, so that all candidates' threads spin alike. Those that it has
     * started stay where they are. Returns whether it did: only where there are two cores and a command for it.
     */
    boolean pin() {
        if (Runtime.getRuntime().availableProcessors() != values().length) {
            return false;
        }
        try {
            String threadId =
                    Path.of("/proc/thread-self").toRealPath().getFileName().toString();
            Process taskset = new ProcessBuilder("taskset", "-p", "-c", this == LEFT ? "0" : "1", threadId)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return Waiting.exit(taskset) == 0;
        } catch (IOException e) {
            return false; // There is no such command.
        }
    }

    /** {@return the stream that it receives} */
    int incoming() {
        return this == LEFT ? BACK : THERE;
    }

    /** {@return the stream that it sends} */
    int outgoing() {
        return this == LEFT ? THERE : BACK;
    }
}
