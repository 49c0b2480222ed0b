/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import java.util.concurrent.TimeUnit;

/**
 * How many bytes may be under way to the receiver at once: no more than the network carries without a long queue. The
 * thread of the sender.
 *
 * <p>Aeron has a window of a fixed length, and asks for what is missing each 10 ms. Where the queue before a slow line
 * is shorter than that window, bytes are lost, and the bytes that are sent again fill the line: 1 Mbit/s carried 60
 * kbit/s of messages. So the length follows the time until a block is confirmed: it shrinks where that is long for this
 * network, and grows where it is not.
 */
final class Flight {
    private static final long LEAST = 16 * 1024;
    private static final long FIRST = 32 * 1024;
    private static final long MOST = 64 * 1024 * 1024;
    /** A queue that is longer shrinks it. */
    private static final long LATE_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private long length = FIRST;
    private long underWay;
    private boolean isLimiting;
    private long soonestNs = Long.MAX_VALUE;
    private long shrunkNs = System.nanoTime() - LATE_NS;

    /** So many bytes are not confirmed yet, of all lanes. */
    void underWay(long bytes) {
        underWay = bytes;
    }

    /** So many more have left. */
    void sent(int bytes) {
        underWay += bytes;
    }

    boolean hasRoom() {
        boolean hasRoom = underWay < length;
        isLimiting |= !hasRoom;
        return hasRoom;
    }

    /** A block was confirmed so long after it was sent. */
    void confirmed(long ns, long nowNs) {
        soonestNs = Math.min(soonestNs, ns);
        if (ns - soonestNs <= LATE_NS) {
            length = isLimiting ? Math.min(MOST, length + length / 2) : length;
            isLimiting = false;
        } else if (nowNs - shrunkNs >= LATE_NS) {
            length = Math.max(LEAST, length - length / 4);
            shrunkNs = nowNs;
        }
    }
}
