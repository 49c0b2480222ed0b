/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import java.util.Set;

/**
 * A browser that looks, and the thread that writes to it. Only that thread uses it, but for what {@link Watch} guards
 * by its lock.
 */
final class Viewer {
    private static final long NOT_WRITING = Long.MIN_VALUE;

    private final Thread writer = Thread.currentThread();
    private final Set<String> unfolded;
    private long seen;
    private long writingSinceNs = NOT_WRITING;

    /** For the calling thread, which has to see these streams in detail. */
    Viewer(Set<String> unfolded) {
        this.unfolded = Set.copyOf(unfolded);
    }

    Set<String> unfolded() {
        return unfolded;
    }

    /** {@return the number of the last update that it has, or does not want} */
    long seen() {
        return seen;
    }

    void setSeen(long number) {
        seen = number;
    }

    void beginWriting(long nowNs) {
        writingSinceNs = nowNs;
    }

    void endWriting() {
        writingSinceNs = NOT_WRITING;
    }

    /** Ends its connection if it has not taken an update for so long. An interrupt closes the socket. */
    void endIfStuck(long nowNs, long patienceNs) {
        if (writingSinceNs != NOT_WRITING && nowNs - writingSinceNs > patienceNs) {
            writer.interrupt();
        }
    }
}
