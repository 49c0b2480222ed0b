/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import io.tailrace.log.FlowControl;
import io.tailrace.log.FlowControl.Boundaries;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.PublisherLimit;
import io.tailrace.log.Waker;

/**
 * Zeroes the memory that a subscriber has read, in its own polls. So no other party has to do it: neither the keeper,
 * which may get no core, nor a publisher, which would store every line twice. Only for a subscriber that publishers
 * wait for in any case (policy BLOCK): any other, stopped in the cleaner's place, would hold them up longer than
 * its policy allows.
 *
 * <p>It stays as far before the least position as the keeper does ({@link FlowControl}), so that late subscribers find
 * as much history. It stops at positions that the subscriber has stored itself, which are frame boundaries; the recent
 * ones are remembered. It reads no frame: all gating subscribers have read up to there, and one of them began before.
 *
 * <p>Used by one thread at a time, with a happens-before order between threads.
 */
public final class ReaderCleaning extends ClientCleaning {
    /** The least amount cleaned at once. */
    private static final int STEP_LENGTH = 512;
    /** The same while messages arrive one by one: the next one waits until these lines have come from the publisher. */
    private static final int SHORT_STEP_LENGTH = 128;
    /** A subscriber that exceeds a step by less than this has read one short message since it last found none. */
    private static final int SHORT_LENGTH = 64;

    private final int slot;
    private final long history;
    private final int stepLength;
    private final Boundaries boundaries;
    private long lastRead;
    private int step;

    /**
     * Creates one for a subscriber of policy BLOCK.
     *
     * @param log opened for writing
     * @param registrationId of the subscriber; nothing is cleaned unless it is in the slot
     */
    public ReaderCleaning(LogBuffers log, int slot, long registrationId, Waker.Source wakers) {
        super(log, registrationId, new PublisherLimit(log), wakers);
        LogMeta.Constants constants = log.constants();
        this.slot = slot;
        this.history = constants.reach() - constants.window() - FlowControl.ahead(constants);
        this.stepLength = Math.min(STEP_LENGTH, Boundaries.distance(constants.termLength()));
        this.step = stepLength;
        this.lastRead = meta.subscriberPositionAcquire(slot);
        this.boundaries = new Boundaries(constants.termLength(), lastRead);
    }

    /**
     * Called after the subscriber has stored its position: cleans as much as it has read since the last call, and the
     * same amount of any backlog.
     *
     * @return the position from which on to call again
     */
    public long read(long position) {
        long read = position - lastRead;
        int maxLength = (int) Math.min(2 * Math.max(read, step), Integer.MAX_VALUE);
        step = read < step + SHORT_LENGTH ? Math.min(SHORT_STEP_LENGTH, stepLength) : stepLength;
        lastRead = position;
        boundaries.remember(position);
        clean(maxLength);
        return position + step;
    }

    @Override
    boolean mayClean() {
        // The keeper takes slots from living clients, and stores the end, only in the place; so both checks stay true
        // there.
        return meta.subscribers().acquire(slot) == registrationId && meta.endPositionAcquire() == LogLayout.NONE;
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
