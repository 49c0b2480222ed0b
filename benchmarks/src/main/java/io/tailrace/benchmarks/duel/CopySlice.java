/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.Json;

/** Left copies as fast as it can, right does nothing. */
final class CopySlice extends Slice {
    /** Looked at the phase once in so many. */
    private static final int BATCH = 64;

    private final Memcpy memcpy;
    private final int payload;
    private long next;
    private long measured;
    private long measuredNs;

    CopySlice(Memcpy memcpy, int payload) {
        this.memcpy = memcpy;
        this.payload = payload;
    }

    @Override
    void left() {
        while (isIn(Phase.LEAD_IN)) {
            copyBatch();
        }
        long first = next;
        long startNs = System.nanoTime();
        while (isIn(Phase.MEASURE)) {
            copyBatch();
        }
        measured = next - first;
        measuredNs = System.nanoTime() - startNs;
    }

    private void copyBatch() {
        for (int i = 0; i < BATCH; i++) {
            memcpy.copy(next++, payload);
        }
    }

    @Override
    void right() {
        // Nobody reads copies.
    }

    @Override
    Json result() {
        double rate = measured * 1e9 / measuredNs;
        return new Json().put("value", rate).put("gigabytesPerSecond", rate * payload / 1e9);
    }
}
