/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import io.tailrace.Publication;
import io.tailrace.memory.MappedBuffer;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/**
 * Publishes numbered messages as fast as it may; where publishers have to wait it sleeps, and leaves its core to
 * handlers.
 */
final class Publisher implements Callable<Long> {
    private static final int PAYLOAD = 32;
    private static final long WAIT_NS = 20_000;

    private final Publication publication;
    private volatile boolean stopped;

    Publisher(Publication publication) {
        this.publication = publication;
    }

    /** {@return how many it has published, once it was stopped} */
    @Override
    public Long call() {
        MappedBuffer message = MappedBuffer.allocate(PAYLOAD);
        long number = 0;
        while (!stopped) {
            message.putLong(0, number);
            if (publication.offer(message, 0, PAYLOAD) < 0) {
                LockSupport.parkNanos(WAIT_NS);
            } else {
                number++;
            }
        }
        return number;
    }

    /** Any thread. */
    void stop() {
        stopped = true;
    }
}
