/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import io.tailrace.log.LogMeta;

/**
 * The place of a log's cleaner, a word in the meta file. Only its holder moves the cleaning target, the join position
 * and the clean position: the keeper, a subscriber that cleans what it has read ({@link ReaderCleaning}), or a
 * publisher if no other party cleans ({@link LateCleaning}).
 *
 * <p>The place is taken by a compare-and-set and given back by a release, so the next cleaner sees everything that the
 * last one did. A cleaner may stop or die anywhere: the next one zeroes again all memory that was announced but is not
 * clean yet, and only then moves the clean position. The place of a stopped cleaner stays taken; the keeper takes that
 * of a dead one. No call waits for the place: a thread that does not get it does something else.
 */
public final class CleanersPlace {
    static final long FREE = 0;
    /** The keeper. Other holders are named by their registration, which is greater than 0 and never reused. */
    public static final long KEEPER = -1;

    private final LogMeta meta;

    CleanersPlace(LogMeta meta) {
        this.meta = meta;
    }

    /** Takes the place for a handle of a client, if it is free. */
    boolean tryTake(long registrationId) {
        return meta.cleanerAcquire() == FREE && meta.compareAndSetCleaner(FREE, registrationId);
    }

    /**
     * Takes the place for the keeper: if it is free, if its holder is dead, or if this driver or an earlier one failed
     * while it held it.
     */
    boolean tryTake(PublisherSlots publishers, SubscriberSlots subscribers) {
        // Acquire, as in the compare-and-set: pairs with the release by the last cleaner. Otherwise this one might zero
        // from an old clean position, over new messages.
        long cleaner = meta.cleanerAcquire();
        return cleaner == KEEPER
                || ((cleaner == FREE || !(publishers.hasLiving(cleaner) || subscribers.hasHolder(cleaner)))
                        && meta.compareAndSetCleaner(cleaner, KEEPER));
    }

    /** Gives the place back. Called by its holder. */
    void release() {
        // Release: pairs with the acquires above.
        meta.cleanerRelease(FREE);
    }

    /**
     * Gives the place back if this handle has it. A handle that has lost its slot may lose the place at any moment, and
     * then must not give back the keeper's. Called by the only thread that takes and releases for the handle.
     */
    void releaseIfTaken(long registrationId) {
        meta.compareAndSetCleaner(registrationId, FREE);
    }
}
