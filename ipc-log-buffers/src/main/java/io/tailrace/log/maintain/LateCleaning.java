/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.LogLayout.LONGEST_FRAMES_PER_TERM;

import io.tailrace.log.LogBuffers;
import io.tailrace.log.PublisherLimit;
import io.tailrace.log.Waker;
import io.tailrace.log.read.FrameReader;
import java.util.function.LongSupplier;

/**
 * Cleans a chunk for a publisher that has used up the clean memory, if no subscriber cleans what it has read and the
 * keeper gets no core in time or no driver runs.
 *
 * <p>A publisher remembers no frame boundaries. Its target is the next start of a term, which no frame crosses, if a
 * subscriber has proven that everything before it is committed. If not, the publisher advances over the frames after
 * the last target as far as all gating subscribers have read, but at most to the first open claim.
 *
 * <p>A woken keeper runs some 50 us later, and zeroes concurrently with the publisher, while this code would zero on
 * the publisher's own thread. So this waits for the keeper, but at most a sixteenth of the time for which the last
 * clean memory lasted, which bounds the loss if the keeper does not run.
 */
public final class LateCleaning extends ClientCleaning {
    private static final long PATIENCE_PART = 16;
    private static final long MAX_PATIENCE_NS = 1_000_000;
    private static final long NOWHERE = -1;

    private final FrameReader frames;
    private final int chunkLength;
    private final long termLength;
    private final LongSupplier clockNs;

    /** Where clean memory was last missing, since when, and how long to wait for the keeper. Racy. */
    private long missingAt = NOWHERE;

    private long missingSinceNs;
    private long patienceNs;

    /** @param slot of the publisher; if the slot has no holder, nothing is cleaned */
    public LateCleaning(LogBuffers log, int slot, PublisherLimit limit, Waker.Source wakers, LongSupplier clockNs) {
        super(log, log.meta().publishers().acquire(slot), limit, wakers);
        this.clockNs = clockNs;
        this.missingSinceNs = clockNs.getAsLong();
        this.termLength = log.termLength();
        this.frames = new FrameReader(log, meta.cleaningTargetAcquire());
        this.chunkLength = Math.min(Cleaner.CHUNK_LENGTH, log.termLength() / LONGEST_FRAMES_PER_TERM);
    }

    /** {@return whether the keeper had enough time since clean memory is missing} */
    public boolean isDue() {
        long nowNs = clockNs.getAsLong();
        long clean = meta.cleanPositionAcquire();
        if (clean != missingAt) {
            missingAt = clean;
            patienceNs = Math.min((nowNs - missingSinceNs) / PATIENCE_PART, MAX_PATIENCE_NS);
            missingSinceNs = nowNs;
        }
        return nowNs - missingSinceNs >= patienceNs;
    }

    /** Cleans a chunk, if no other party cleans. Returns whether there is more clean memory now. */
    public boolean cleanChunk() {
        return clean(chunkLength);
    }

    /** A log continues as long as it has a publisher. */
    @Override
    boolean mayClean() {
        return true;
    }

    @Override
    long nextTarget(long from) {
        long termStart = (from & -termLength) + termLength;
        return limit.isConsumed(from, termStart)
                ? termStart
                : frames.walk(from, from + chunkLength, limit.leastPosition());
    }

    /** Releases the memory, once this is quiet. */
    public void release() {
        frames.release();
    }
}
