/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.LogLayout.MAX_SUBSCRIBERS;
import static io.tailrace.log.LogLayout.NONE;
import static io.tailrace.log.SubscriberPolicy.KIND_BLOCK;

/**
 * How far publishers may go: as far as the keeper says. A publisher that has come there looks at the subscribers
 * itself, and need not wait until the keeper wakes up.
 *
 * <p>What it finds there promises no more than the keeper does. Below the clean position plus the ring, publishers
 * overwrite only what the cleaner has given up, whichever subscriber joins meanwhile. A subscriber's position only says
 * how far the window reaches, so a position that is old, or a lie, costs nobody a message. Any thread.
 */
public final class PublisherLimit {
    /** In place of a least position: nobody reads, or who is about to has no slot yet. */
    private static final long NOBODY = -1;

    private final LogMeta meta;
    private final long window;
    private final long reach;
    private final long ringLength;
    private final long usedUp;
    private final boolean exclusive;

    public PublisherLimit(LogBuffers log) {
        this.meta = log.meta();
        this.window = log.constants().window();
        this.reach = log.constants().reach();
        this.ringLength = log.ringLength();
        this.usedUp = (window + FlowControl.ahead(log.constants())) / 2;
        this.exclusive = log.constants().kind() == LogLayout.KIND_EXCLUSIVE;
    }

    /**
     * {@return the position from which on the keeper is wanted} There half of what it cleans at once is used up; or,
     * where nobody gates, half of the window, because then it reads the log itself. Nowhere where a subscriber cleans
     * what it has read.
     */
    public long keeperWantedAt() {
        long wantedAt = meta.cleanPositionAcquire() + reach - usedUp;
        long least = leastPosition();
        if (least == NONE || least == NOBODY) {
            return Math.min(wantedAt, meta.limitAcquire() - window / 2);
        }
        return aReaderCleans() ? NONE : wantedAt;
    }

    private boolean aReaderCleans() {
        int left = meta.subscriberCountAcquire();
        for (int slot = 0; slot < MAX_SUBSCRIBERS && left > 0; slot++) {
            if (meta.subscriberAcquire(slot) != 0) {
                left--;
                if (meta.subscriberPolicy(slot) == KIND_BLOCK) {
                    return true;
                }
            }
        }
        return false;
    }

    /** {@return the position up to which claims may begin: the keeper's limit, or a later one where that is reached} */
    public long find(long position) {
        // Acquire: pairs with the keeper's release of the limit; what subscribers still read is not below it.
        long limit = meta.limitAcquire();
        return position < limit ? limit : Math.max(limit, look());
    }

    private long look() {
        long least = leastPosition();
        // Acquire: pairs with the cleaner's release after its zeroing; up to there, and a ring further, may be written.
        long clean = meta.cleanPositionAcquire();
        if (least == NOBODY) {
            return 0;
        }
        return least == NONE ? clean + reach : FlowControl.limit(least, window, clean, reach);
    }

    /**
     * {@return whether everything from one boundary to another was committed and is read by all that gate} One of them
     * began before, and has read all of it, which it could not with a claim open; an exclusive log has no open claim
     * before its end. In the {@code CleanersPlace}: nobody joins meanwhile.
     */
    public boolean isConsumed(long from, long to) {
        boolean readAll = false;
        int left = meta.subscriberCountAcquire();
        for (int slot = 0; slot < MAX_SUBSCRIBERS && left > 0; slot++) {
            if (meta.subscriberAcquire(slot) != 0) {
                left--;
                if (SubscriberPolicy.gates(meta.subscriberPolicy(slot))) {
                    if (position(slot) < to) {
                        return false;
                    }
                    readAll |= exclusive || meta.subscriberJoinPosition(slot) <= from;
                }
            }
        }
        return readAll;
    }

    /** {@return whether only clean memory is missing to claim here} */
    public boolean lacksCleanMemory(long position) {
        if (position < meta.cleanPositionAcquire() + reach) {
            return false; // Without a look at the positions, which subscribers write all the time.
        }
        long least = leastPosition();
        return least == NONE || (least != NOBODY && position < least + window);
    }

    /**
     * {@return the least position of those that gate, {@link LogLayout#NONE} if only others read, or {@link #NOBODY}}
     */
    public long leastPosition() {
        long least = NOBODY;
        int left = meta.subscriberCountAcquire();
        for (int slot = 0; slot < MAX_SUBSCRIBERS && left > 0; slot++) {
            if (meta.subscriberAcquire(slot) != 0) {
                left--;
                least = least == NOBODY ? NONE : least;
                if (SubscriberPolicy.gates(meta.subscriberPolicy(slot))) {
                    least = Math.min(least, position(slot));
                }
            }
        }
        return least;
    }

    /** {@return a subscriber's position; 0, as if it stood still, where it cannot be true} */
    private long position(int slot) {
        // Acquire: pairs with the release in the subscriber's poll; it has read what lies before.
        long position = meta.subscriberPositionAcquire(slot);
        return position >= 0 && position <= meta.cleanPositionAcquire() + ringLength ? position : 0;
    }
}
