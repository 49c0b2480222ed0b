/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.live;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts what one thread does, or several one after the other; any thread may read it meanwhile. An opaque store is
 * all that a count costs. The array keeps it away from what others write, so that no two threads share a cache line.
 */
public final class Counter {
    /** 128 bytes: processors fetch two lines at a time. */
    private static final int AWAY = 16;

    private final AtomicLongArray cells = new AtomicLongArray(AWAY + 1 + AWAY);

    /** Counts one. Its thread alone. */
    public void increment() {
        cells.setOpaque(AWAY, cells.getPlain(AWAY) + 1);
    }

    /** {@return how many there were} Any thread. */
    public long get() {
        return cells.getOpaque(AWAY);
    }
}
