/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.LogLayout.MAX_SUBSCRIBERS;
import static io.tailrace.log.LogLayout.NONE;
import static io.tailrace.log.SubscriberPolicy.KIND_BLOCK;

/**
 * How far publishers may go: up to the keeper's limit. A publisher that has reached it reads the subscribers' positions
 * itself, and need not wait until the keeper wakes up.
 *
 * <p>Its own limit promises no more than the keeper's. Below the clean position plus the ring, publishers overwrite
 * only memory that the cleaner has released, whichever subscriber joins meanwhile. A subscriber's position only
 * determines how far the window reaches, so an old or false position costs no other subscriber a message. Any thread.
 */
public final class PublisherLimit {
    /** Stands for a least position: there is no reader, or a new one has no slot yet. */
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
     * {@return the position from which on the keeper is needed} There half of what it cleans at once is used up; or, if
     * no subscriber gates, half of the window, because then the keeper reads the log itself. If a subscriber cleans
     * what it has read, the keeper is never needed.
     */
    public long keeperWantedAt() {
        long wantedAt = meta.cleanPositionAcquire() + reach - usedUp;
        long least = leastPosition();
        if (least == NONE || least == NOBODY) {
            return Math.min(wantedAt, meta.limitAcquire() - window / 2);
        }
        return aReaderCleans() ? NONE : wantedAt;
    }

    /**
     * {@return whether a subscriber cleans what it has read, so that publishers rarely need the keeper} A vacant name
     * counts, too: it cleans nothing, but publishers soon wait for it.
     */
    public boolean aReaderCleans() {
        int left = meta.subscriberCountAcquire();
        for (int slot = 0; slot < MAX_SUBSCRIBERS && left > 0; slot++) {
            if (meta.subscribers().acquire(slot) != 0) {
                left--;
                if (meta.subscriberPolicy(slot) == KIND_BLOCK) {
                    return true;
                }
            }
        }
        return false;
    }

    /** {@return the position up to which claims may begin: the keeper's limit, or a later one if that is reached} */
    public long find(long position) {
        // Acquire: pairs with the keeper's release of the limit; memory that subscribers still read is not below it.
        long limit = meta.limitAcquire();
        return position < limit ? limit : Math.max(limit, look());
    }

    private long look() {
        long least = leastPosition();
        // Acquire: pairs with the cleaner's release after its zeroing; publishers may write up to there plus a ring.
        long clean = meta.cleanPositionAcquire();
        if (least == NOBODY) {
            return 0;
        }
        return least == NONE ? clean + reach : FlowControl.limit(least, window, clean, reach);
    }

    /**
     * {@return whether everything from one boundary to another was committed and is read by all gating subscribers} One
     * of them began before it and has read all of it, which is impossible with a claim open; an exclusive log has no
     * open claim before its end. Called in the cleaner's place, so no subscriber joins meanwhile.
     */
    public boolean isConsumed(long from, long to) {
        boolean readAll = false;
        int left = meta.subscriberCountAcquire();
        for (int slot = 0; slot < MAX_SUBSCRIBERS && left > 0; slot++) {
            if (meta.subscribers().acquire(slot) != 0) {
                left--;
                if (meta.gates(slot)) {
                    if (position(slot) < to) {
                        return false;
                    }
                    readAll |= exclusive || meta.subscriberJoinPosition(slot) <= from;
                }
            }
        }
        return readAll;
    }

    /** {@return whether only a lack of clean memory prevents a claim here} */
    public boolean lacksCleanMemory(long position) {
        if (position < meta.cleanPositionAcquire() + reach) {
            return false; // Decided without reading the positions, which subscribers write all the time.
        }
        long least = leastPosition();
        return least == NONE || (least != NOBODY && position < least + window);
    }

    /**
     * {@return the least position of the gating subscribers, {@link LogLayout#NONE} if only others read, or {@link
     * #NOBODY}}
     */
    public long leastPosition() {
        long least = NOBODY;
        int left = meta.subscriberCountAcquire();
        for (int slot = 0; slot < MAX_SUBSCRIBERS && left > 0; slot++) {
            if (meta.subscribers().acquire(slot) != 0) {
                left--;
                least = least == NOBODY ? NONE : least;
                if (meta.gates(slot)) {
                    least = Math.min(least, position(slot));
                }
            }
        }
        return least;
    }

    /** {@return a subscriber's position; 0, as if it made no progress, if it cannot be true} */
    private long position(int slot) {
        // Acquire: pairs with the release in the subscriber's poll; it has read everything before.
        long position = meta.subscriberPositionAcquire(slot);
        return position >= 0 && position <= meta.cleanPositionAcquire() + ringLength ? position : 0;
    }
}
