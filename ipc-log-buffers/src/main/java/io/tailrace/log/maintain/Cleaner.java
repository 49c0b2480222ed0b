/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import io.tailrace.internal.FaultPoint;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogMeta;

/**
 * Zeroes consumed memory, in bounded steps, and publishes its progress to publishers and subscribers. In three steps:
 * it announces a target, zeroes up to it, and releases it as clean. A subscriber that does not gate copies a message
 * and then reads the announced target, so it knows whether memory was zeroed meanwhile ({@code OverrunReader}).
 *
 * <p>Only the holder of the cleaner's place, a word in the meta file, moves the cleaning target, the join position and
 * the clean position: the keeper, a subscriber that cleans what it has read ({@link ReaderCleaning}), or a publisher if
 * no other party cleans ({@link LateCleaning}). The place is taken by a compare-and-set and given back by a release, so
 * the next cleaner sees everything that the last one did. A cleaner may stop or die anywhere: the next one zeroes again
 * all memory that was announced but is not clean yet, and only then moves the clean position. The place of a stopped
 * cleaner stays taken; the keeper takes that of a dead one. No call waits for the place: a thread that does not get it
 * does something else. Used by one thread at a time.
 */
public final class Cleaner {
    static final long FREE = 0;
    /** The keeper. Other holders are named by their registration, which is greater than 0 and never reused. */
    public static final long KEEPER = -1;

    /** A memset delays safepoints, and evicts as much cache, so it is short. */
    static final int CHUNK_LENGTH = 64 * 1024;

    private final LogBuffers log;
    private final LogMeta meta;
    private long cleanPosition;
    private long target;

    public Cleaner(LogBuffers log) {
        this.log = log;
        this.meta = log.meta();
        this.cleanPosition = meta.cleanPositionAcquire();
        this.target = meta.cleaningTargetAcquire();
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

    /** Continues where the last cleaner stopped, once the place is taken. */
    void resume() {
        cleanPosition = meta.cleanPositionAcquire();
        target = meta.cleaningTargetAcquire();
        if (meta.joinPositionAcquire() < target) { // The last cleaner died before it could.
            meta.joinPositionRelease(target);
        }
    }

    /**
     * Announces a new target. Its fence makes it visible before the first zero, so that an overtaken reader knows that
     * it reads zeros.
     */
    public void announce(long newTarget) {
        if (newTarget > target) {
            target = newTarget;
            meta.cleaningTargetVolatile(newTarget);
            FaultPoint.reach("cleaning.announced");
            meta.joinPositionRelease(newTarget);
        }
    }

    /** Zeroes at most {@code maxLength} announced bytes. Returns the bytes zeroed. */
    public int clean(int maxLength) {
        int cleaned = 0;
        while (cleanPosition < target && cleaned < maxLength) {
            int length = Math.min(Math.min(maxLength - cleaned, CHUNK_LENGTH), log.remaining(cleanPosition));
            length = (int) Math.min(target - cleanPosition, length);
            log.term(cleanPosition).zero(log.offset(cleanPosition), length);
            FaultPoint.reach("cleaning.zeroed");
            cleanPosition += length;
            cleaned += length;
            // Release: pairs with the acquire in PublisherLimit and FrameReader. A publisher that sees this position
            // may write there; the zeros must be stored first, or they would wipe out its frame.
            meta.cleanPositionRelease(cleanPosition);
        }
        return cleaned;
    }

    long cleanPosition() {
        return cleanPosition;
    }

    long target() {
        return target;
    }
}
