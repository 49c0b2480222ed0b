/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import java.util.concurrent.TimeUnit;

/**
 * Limits the bytes under way to the receiver to what the network carries without a long queue. Sender's thread only.
 *
 * <p>Aeron has a window of a fixed length, and asks for missing bytes every 10 ms. If the queue in front of a slow line
 * is shorter than that window, bytes are lost, and retransmissions fill the line: 1 Mbit/s carried 60 kbit/s of
 * messages. So this limit follows the time until a block is confirmed: it shrinks if that time is long for this
 * network, and grows if it is not. It begins with the least: on a slow line, more would wait for itself, and even the
 * shortest time measured would contain that queue.
 *
 * <p>A line may become slow while more is under way, and then bytes are lost all the same. Their first retransmission
 * waits in that queue, so this also tells Aeron for how long not to send the same bytes once more: else the queue is
 * full of copies of one datagram.
 */
final class Flight {
    private static final long LEAST = 16 * 1024;
    private static final long MOST = 64 * 1024 * 1024;
    /** A longer queue shrinks the limit. */
    private static final long LATE_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long SHORTEST_LINGER_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_LINGER_NS = TimeUnit.SECONDS.toNanos(1);

    private long length = LEAST;
    private long underWay;
    private boolean isLimiting;
    private long soonestNs = Long.MAX_VALUE;
    private long shrunkNs = System.nanoTime() - LATE_NS;
    private long lastNs;

    /** Sets the number of unconfirmed bytes of all lanes. */
    void underWay(long bytes) {
        underWay = bytes;
    }

    /** Adds bytes that have just been sent. */
    void sent(int bytes) {
        underWay += bytes;
    }

    boolean hasRoom() {
        boolean hasRoom = underWay < length;
        isLimiting |= !hasRoom;
        return hasRoom;
    }

    /** A block was confirmed this long after it was sent. */
    void confirmed(long ns, long nowNs) {
        soonestNs = Math.min(soonestNs, ns);
        waits(ns, nowNs);
        if (ns - soonestNs <= LATE_NS) {
            length = isLimiting ? Math.min(MOST, length + length / 2) : length;
            isLimiting = false;
        }
    }

    /** A block was sent this long ago, and is not confirmed yet. */
    void waits(long ns, long nowNs) {
        lastNs = ns;
        if (ns - soonestNs > LATE_NS && nowNs - shrunkNs >= LATE_NS) {
            length = Math.max(LEAST, length - length / 4);
            shrunkNs = nowNs;
        }
    }

    /** {@return for how long a retransmission may be under way, in nanoseconds} */
    long lingerNs() {
        return Math.max(SHORTEST_LINGER_NS, Math.min(LONGEST_LINGER_NS, lastNs));
    }
}
