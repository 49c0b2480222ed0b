/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import io.tailrace.log.Boundaries;
import io.tailrace.log.FlowControl;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.PublisherLimit;
import io.tailrace.log.Waker;

/**
 * Zeroes what a subscriber has read, in its own polls: so nobody else need come for it, neither the keeper, which may
 * get no core, nor a publisher, which would store every line twice. Only for a subscriber that publishers wait for in
 * any case (policy BLOCK): another one, stopped in the {@link CleanersPlace}, would hold them up longer than it may.
 *
 * <p>It stays as far before the least position as the keeper does ({@link FlowControl}), so that those who come late
 * find as much. It ends at positions that it has stored itself, which are frame boundaries; the recent ones are
 * remembered. It looks at no frame: all that gate have read to there, and one of them began before.
 *
 * <p>One thread at a time, each having seen what the one before it did.
 */
public final class ReaderCleaning extends ClientCleaning {
    /** So much at once, where a poll reads no more. */
    private static final int STEP_LENGTH = 512;

    private final int slot;
    private final long history;
    private final int stepLength;
    private final Boundaries boundaries;
    private long lastRead;

    /**
     * Makes one for a subscriber of policy BLOCK.
     *
     * @param log that may be written to
     * @param registrationId without which in the slot nothing is cleaned
     */
    public ReaderCleaning(LogBuffers log, int slot, long registrationId, Waker.Source wakers) {
        super(log, registrationId, new PublisherLimit(log), wakers);
        LogMeta.Constants constants = log.constants();
        this.slot = slot;
        this.history = constants.reach() - constants.window() - FlowControl.ahead(constants);
        this.stepLength = Math.min(STEP_LENGTH, Boundaries.distance(constants.termLength()));
        this.lastRead = meta.subscriberPositionAcquire(slot);
        this.boundaries = new Boundaries(constants.termLength(), lastRead);
    }

    /**
     * The subscriber has stored its position: cleans as much again as it has read since the last call, and as much of
     * what is left as that.
     *
     * @return the position from which on to call again
     */
    public long read(long position) {
        int maxLength = (int) Math.min(2 * Math.max(position - lastRead, stepLength), Integer.MAX_VALUE);
        lastRead = position;
        boundaries.remember(position);
        clean(maxLength);
        return position + stepLength;
    }

    @Override
    boolean mayClean() {
        // The keeper takes slots from the living, and stores the end, in the place only: so both stay true there.
        return meta.subscriberAcquire(slot) == registrationId && meta.endPositionAcquire() == LogLayout.NONE;
    }

    @Override
    long nextTarget(long from) {
        long wanted = limit.leastPosition() - history;
        long target = from;
        while (boundaries.hasUpTo(wanted)) {
            target = Math.max(target, boundaries.take());
        }
        return target > from && limit.isConsumed(from, target) ? target : from;
    }
}
