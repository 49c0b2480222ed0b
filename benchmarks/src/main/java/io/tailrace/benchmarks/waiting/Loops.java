/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.benchmarks.lab.Waiting;
import java.util.ArrayList;
import java.util.List;

/** Threads that do something again and again. */
final class Loops {
    private static final long END_TIMEOUT_MS = 5_000;

    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    /** Starts a thread. */
    void start(Runnable task) {
        Thread thread = new Thread(
                () -> {
                    while (!closed) {
                        task.run();
                    }
                },
                "subscriber");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /**
     * Ends the threads.
     *
     * @param wake ends what they wait for
     */
    void close(Runnable wake) {
        closed = true;
        wake.run();
        Waiting.until(
                () -> threads.stream().noneMatch(Thread::isAlive),
                END_TIMEOUT_MS,
                () -> "a subscribing thread goes on: threads=" + threads.size());
    }
}
