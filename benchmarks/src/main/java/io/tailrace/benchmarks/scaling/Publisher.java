/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.lab.Slice;
import io.tailrace.benchmarks.peer.Library.Sender;
import io.tailrace.benchmarks.scaling.Cell.Waits;
import io.tailrace.memory.Padded;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.IdleStrategy;

/**
 * One publishing thread: offers a message to each of its streams in turn, and passes over those that refuse; it waits
 * when all of them have.
 */
final class Publisher extends Padded {
    /** One in so many messages of a stream carries the time. A power of two. */
    private static final int STAMPED_ONE_IN = 64;
    /** The clock is read once in so many messages that are accepted one after the other. */
    private static final int CLOCK_ONE_IN = 32;

    /** Around the numbers: what lies beside an array may belong to another thread. */
    private static final int MARGIN = 16;

    private long accepted;
    private long acceptedSinceProgress;
    private long progressNs;
    private long longestNs;
    private long refusedTurns;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private final Sender[] senders;
    private final MutableDirectBuffer message;
    private final IdleStrategy idle;
    private final int firstSource;
    private final long[] next;

    /**
     * Makes it.
     *
     * @param number of this publisher, from 0
     * @param message what all senders copy
     */
    Publisher(int number, Sender[] senders, MutableDirectBuffer message, Waits waits) {
        this.message = message;
        this.senders = senders;
        this.idle = waits.newIdle();
        this.firstSource = number * senders.length;
        this.next = new long[MARGIN + senders.length + MARGIN];
    }

    /**
     * What it got through.
     *
     * @param perSecond messages
     * @param longestNs the longest time in which it got nothing through
     */
    record Result(double perSecond, long longestNs) {}

    /** {@return how many messages it has sent since the beginning} Not while it runs. */
    long sent() {
        return accepted;
    }

    /** Publishes until the slice is over. */
    Result run(Slice slice) {
        while (slice.isIn(Slice.Phase.LEAD_IN)) {
            turn();
        }
        long startAccepted = accepted;
        long startNs = System.nanoTime();
        progressNs = startNs;
        longestNs = 0;
        do {
            turn();
        } while (slice.isIn(Slice.Phase.MEASURE) || accepted == startAccepted); // No message would be no figure.
        noteProgress();
        return new Result((accepted - startAccepted) * 1e9 / (progressNs - startNs), longestNs);
    }

    private void turn() {
        int count = offerToEach();
        if (count == 0) {
            waitForSpace();
            return;
        }
        accepted += count;
        acceptedSinceProgress += count;
        if (refusedTurns > 0) {
            refusedTurns = 0;
            idle.reset();
            noteProgress();
        } else if (acceptedSinceProgress >= CLOCK_ONE_IN) {
            noteProgress();
        }
    }

    private void waitForSpace() {
        if (refusedTurns == 0) {
            noteProgress(); // There was some until just now.
        }
        refusedTurns++;
        idle.idle();
    }

    private void noteProgress() {
        long nowNs = System.nanoTime();
        longestNs = Math.max(longestNs, nowNs - progressNs);
        progressNs = nowNs;
        acceptedSinceProgress = 0;
    }

    private int offerToEach() {
        int count = 0;
        for (int i = 0; i < senders.length; i++) {
            long number = next[MARGIN + i];
            long stampNs = (number & STAMPED_ONE_IN - 1) == 0 ? System.nanoTime() : 0;
            message.putLong(Inbox.STAMP, stampNs);
            if (senders[i].send(Inbox.value(firstSource + i, number), 1, Inbox.LENGTH)) {
                next[MARGIN + i] = number + 1;
                count++;
            }
        }
        return count;
    }
}
