/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.cooperative;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.benchmarks.process.Latencies;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Takes what the worker polls: each message is the time at which it should have been sent, the last one is negative. One
 * handler for all runs; whoever begins a run publishes to it only then.
 */
final class Arrivals implements FrameHandler {
    static final long LAST = -1;

    private @Nullable Latencies latencies;
    private long lastNs;
    private volatile boolean ended;

    /** Before the first message of a run. */
    void begin(Latencies newLatencies) {
        latencies = newLatencies;
        ended = false;
    }

    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        long value = buffer.getLong(offset);
        if (value == LAST) {
            lastNs = System.nanoTime();
            ended = true;
        } else if (latencies != null) {
            latencies.record(value);
        }
    }

    /** {@return whether the last message of the run has come} All figures may be looked at then. */
    boolean isEnded() {
        return ended;
    }

    /** {@return when it came} */
    long lastNs() {
        return lastNs;
    }
}
