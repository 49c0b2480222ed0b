/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** Counters that are seen from outside until this is closed: see {@link Tailrace#addCounters}. Any thread. */
public final class CounterGroup implements AutoCloseable {
    private final String name;
    private volatile boolean closed;

    CounterGroup(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    boolean isClosed() {
        return closed;
    }

    /** Takes them away, within the next cycles of the client's conductor. Any number of times. */
    @Override
    public void close() {
        closed = true;
    }
}
