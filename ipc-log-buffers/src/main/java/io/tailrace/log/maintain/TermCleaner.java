/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import io.tailrace.internal.FaultPoint;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogMeta;

/**
 * Zeroes consumed memory, in bounded steps, and publishes its progress to publishers and subscribers. Used by one
 * thread at a time: the holder of the {@link CleanersPlace}.
 *
 * <p>In three steps: the cleaner announces a target, zeroes up to it, and releases it as clean. A subscriber that does
 * not gate copies a message and then reads the announced target, so it knows whether memory was zeroed meanwhile
 * ({@code DroppingReader}). The next cleaner finds the announced target in the meta file and zeroes from the clean
 * position to the target once more, so a death in between leaves nothing half-cleaned.
 */
public final class TermCleaner {
    /** A memset delays safepoints, and evicts as much cache, so it is short. */
    static final int CHUNK_LENGTH = 64 * 1024;

    private final LogBuffers log;
    private final LogMeta meta;
    private long cleanPosition;
    private long target;

    public TermCleaner(LogBuffers log) {
        this.log = log;
        this.meta = log.meta();
        this.cleanPosition = meta.cleanPositionAcquire();
        this.target = meta.cleaningTargetAcquire();
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
