/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.ArrayList;
import java.util.List;

/** Threads that poll: each does something again and again, until they are closed. */
public final class Loops {
    private static final long END_TIMEOUT_MS = 5_000;

    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    /** Starts a thread. */
    public void start(Runnable task) {
        Thread thread = new Thread(
                () -> {
                    while (!closed) {
                        task.run();
                    }
                },
                "polling");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /**
     * Ends the threads.
     *
     * @param wake ends what they wait for
     */
    public void close(Runnable wake) {
        closed = true;
        wake.run();
        Waiting.until(
                () -> threads.stream().noneMatch(Thread::isAlive),
                END_TIMEOUT_MS,
                () -> "a polling thread goes on: threads=" + threads.size());
    }
}
