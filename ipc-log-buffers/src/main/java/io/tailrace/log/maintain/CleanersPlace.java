/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import io.tailrace.log.LogMeta;

/**
 * The place of a log's cleaner, a word in the meta file. Only whoever has the place moves the cleaning target, the join
 * position and the clean position: the keeper, a subscriber behind itself ({@link ReaderCleaning}), or a publisher
 * where nobody else does ({@link LateCleaning}).
 *
 * <p>The place is taken by a compare-and-set and given back by a release, so the next cleaner sees all that the last
 * one did. A cleaner may stop or die anywhere: what is announced and not yet clean the next one zeroes once more, and
 * only then does the clean position move. The place of a stopped cleaner stays taken, that of a dead one the keeper
 * takes. No call waits for the place: a thread that does not get it does something else.
 */
public final class CleanersPlace {
    static final long FREE = 0;
    /** The keeper. Others are named by their registration, which is greater than 0 and never given again. */
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
     * Takes the place for the keeper: if it is free, if none that lives has it, or if this driver or an earlier one
     * failed while it had it.
     */
    boolean tryTake(PublisherSlots publishers, SubscriberSlots subscribers) {
        // Acquire, as in the compare-and-set: pairs with the release by the last cleaner. Else this one might zero from
        // an old clean position, over new messages.
        long cleaner = meta.cleanerAcquire();
        return cleaner == KEEPER
                || ((cleaner == FREE || !(publishers.hasLiving(cleaner) || subscribers.hasHolder(cleaner)))
                        && meta.compareAndSetCleaner(cleaner, KEEPER));
    }

    /** Gives the place back, by who has it. */
    void release() {
        // Release: pairs with the acquires above.
        meta.cleanerRelease(FREE);
    }

    /**
     * Gives the place back if this handle has it. A handle that has lost its slot may lose the place at any moment, and
     * then must not give back the keeper's. By the only thread that takes and releases for it.
     */
    void releaseIfTaken(long registrationId) {
        meta.compareAndSetCleaner(registrationId, FREE);
    }
}
