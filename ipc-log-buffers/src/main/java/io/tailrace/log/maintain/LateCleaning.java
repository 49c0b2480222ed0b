/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.LogLayout.LONGEST_FRAMES_PER_TERM;

import io.tailrace.log.LogBuffers;
import io.tailrace.log.PublisherLimit;
import io.tailrace.log.Waker;
import io.tailrace.log.read.FrameReader;
import java.util.function.LongSupplier;

/**
 * Cleans a chunk for a publisher that has used up the clean memory: where no subscriber cleans behind itself, and the
 * keeper gets no core in time, or no driver lives.
 *
 * <p>A publisher remembers no frame boundaries. Its target is the next start of a term, which no frame crosses, where a
 * subscriber has proven that all before it is committed. Where none has, it walks over the frames after the last target
 * as far as all that gate have read, and to the first open claim at most.
 *
 * <p>A keeper that was woken comes some 50 us later, and zeroes beside the publisher what a publisher must zero itself.
 * So this waits for the keeper, but no longer than a sixteenth of the time for which the last clean memory has lasted:
 * that is the most that is lost where the keeper does not come.
 */
public final class LateCleaning extends ClientCleaning {
    private static final long PATIENCE_PART = 16;
    private static final long MAX_PATIENCE_NS = 1_000_000;
    private static final long NOWHERE = -1;

    private final FrameReader frames;
    private final int chunkLength;
    private final long termLength;
    private final LongSupplier clockNs;

    /** Where clean memory was last found missing, since when, and how long to wait for the keeper then. Racy. */
    private long missingAt = NOWHERE;

    private long missingSinceNs;
    private long patienceNs;

    /** @param slot of the publisher; where it is nobody's, nothing is cleaned */
    public LateCleaning(LogBuffers log, int slot, PublisherLimit limit, Waker.Source wakers, LongSupplier clockNs) {
        super(log, log.meta().publisherAcquire(slot), limit, wakers);
        this.clockNs = clockNs;
        this.missingSinceNs = clockNs.getAsLong();
        this.termLength = log.termLength();
        this.frames = new FrameReader(log, meta.cleaningTargetAcquire());
        this.chunkLength = Math.min(TermCleaner.CHUNK_LENGTH, log.termLength() / LONGEST_FRAMES_PER_TERM);
    }

    /** {@return whether the keeper has had its time since clean memory is missing} */
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

    /** Cleans a chunk, if nobody else cleans. Returns whether there is more clean memory now. */
    public boolean cleanChunk() {
        return clean(chunkLength);
    }

    /** A log goes on while it has a publisher. */
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

    /** Lets go of the memory, once this is quiet. */
    public void release() {
        frames.release();
    }
}
