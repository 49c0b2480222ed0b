/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.lab.Waiting;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Keeps a thread that spins on one core. All candidates' threads alike, where there are two cores and a command for it.
 */
final class Pinning {
    private static final int CORES = 2;

    private Pinning() {}

    /** Pins the calling thread, not those that it starts before. Returns whether it is pinned. */
    static boolean pin(int core) {
        if (Runtime.getRuntime().availableProcessors() != CORES) {
            return false;
        }
        try {
            String threadId =
                    Path.of("/proc/thread-self").toRealPath().getFileName().toString();
            Process taskset = new ProcessBuilder("taskset", "-p", "-c", Integer.toString(core), threadId)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return Waiting.exit(taskset) == 0;
        } catch (IOException e) {
            return false; // There is no such command.
        }
    }
}
