/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.LogLayout.LONGEST_FRAMES_PER_TERM;

import io.tailrace.internal.FaultPoint;
import io.tailrace.internal.Handles;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogMeta;
import io.tailrace.log.PublisherLimit;
import io.tailrace.log.Sleepers;
import io.tailrace.log.Waker;
import io.tailrace.log.read.FrameReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongSupplier;

/**
 * Cleans a chunk in the keeper's place, for a publisher that has used up the clean memory: where the keeper gets no
 * core in time, where no driver lives, and always in an exclusive log, for there it takes no more than to store a
 * position. Any thread of a handle, one at a time; the others do not wait for it.
 *
 * <p>A publisher remembers no frame boundaries. Its target is the next start of a term, which no frame crosses, where a
 * subscriber has proven that all before it is committed. Where none has, it walks over the frames behind the last
 * target as far as all that gate have read, and to the first open claim at most.
 *
 * <p>A keeper that was woken comes some 50 us later, and zeroes beside the publisher what a publisher must zero
 * itself. So in a concurrent log this waits for the keeper, but no longer than a sixteenth of the time for which the
 * last clean memory has lasted: that is the most that is lost where the keeper does not come.
 *
 * <p>Whatever is thrown inside, the catch stores one number and calls nothing, as in {@code ClaimRegister}. The place
 * is given back by a later call, at the latest by the conductor once the handle is closed.
 */
public final class LateCleaning {
    private static final VarHandle SEQUENCE = Handles.field(MethodHandles.lookup(), "sequence", long.class);
    private static final long INSIDE = 1;
    private static final long NEVER = -1;
    private static final long PATIENCE_PART = 16;
    private static final long MAX_PATIENCE_NS = 1_000_000;

    private final LogMeta meta;
    private final long registrationId;
    private final CleanersPlace place;
    private final TermCleaner cleaner;
    private final FrameReader frames;
    private final PublisherLimit limit;
    private final Sleepers sleepingPublishers;
    private final int chunkLength;
    private final long termLength;
    private final LongSupplier clockNs;

    /** Odd while a thread is inside. */
    @SuppressWarnings("unused") // through its VarHandle
    private long sequence;
    /** The sequence of the last call that failed. */
    private volatile long failed = NEVER;

    private volatile boolean closed;

    /** Where clean memory was last found missing, since when, and how long to wait for the keeper then. Racy. */
    private long missingAt = NEVER;

    private long missingSinceNs;
    private long patienceNs;

    /** @param slot of the publisher; where it is nobody's, or the log's driver knows of no place, nothing is cleaned */
    public LateCleaning(LogBuffers log, int slot, PublisherLimit limit, Waker.Source wakers, LongSupplier clockNs) {
        this.meta = log.meta();
        this.clockNs = clockNs;
        this.missingSinceNs = clockNs.getAsLong();
        this.termLength = log.termLength();
        this.registrationId = meta.hasCleaner() ? meta.publisherAcquire(slot) : 0;
        this.place = new CleanersPlace(meta);
        this.cleaner = new TermCleaner(log);
        this.frames = new FrameReader(log, meta.cleaningTargetAcquire());
        this.limit = limit;
        this.sleepingPublishers = Sleepers.ofPublishers(meta, wakers);
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
        settleFailed();
        // Volatile: pairs with the store in close. Either the thread that closes sees that one is inside, or this one
        // sees that it is closed.
        long now = sequence();
        if (registrationId == 0 || (now & INSIDE) != 0 || !SEQUENCE.compareAndSet(this, now, now + INSIDE)) {
            return false;
        }
        long number = now + INSIDE; // No call between the compare-and-set and the try.
        boolean cleaned;
        try {
            cleaned = !closed && place.tryTake(registrationId) && cleanInPlace();
            SEQUENCE.setRelease(this, number + 1);
        } catch (Throwable t) {
            failed = number; // Nothing else.
            throw t;
        }
        if (cleaned) {
            sleepingPublishers.wake(); // Nobody else waits for clean memory.
        }
        return cleaned;
    }

    private boolean cleanInPlace() {
        FaultPoint.reach("late.taken");
        cleaner.resume();
        long before = cleaner.cleanPosition();
        if (before == cleaner.target()) { // Else the last cleaner has left something.
            cleaner.announce(nextBoundary(before));
        }
        cleaner.clean(chunkLength);
        FaultPoint.reach("late.cleaned");
        place.release();
        FaultPoint.reach("late.released");
        return cleaner.cleanPosition() > before;
    }

    /** In the place: no subscriber joins between these looks and the announcement. */
    private long nextBoundary(long from) {
        long termStart = (from & -termLength) + termLength;
        return limit.isConsumed(from, termStart)
                ? termStart
                : frames.walk(from, from + chunkLength, limit.leastPosition());
    }

    /** From now on nothing is cleaned. */
    public void close() {
        closed = true;
    }

    /** Lets go of the memory, once this is quiet. */
    public void release() {
        frames.release();
    }

    /** {@return whether no thread is inside} Behind {@link #close}; then it stays true. */
    public boolean isQuiet() {
        settleFailed();
        return (sequence() & INSIDE) == 0;
    }

    /** Gives back the place that an Error has left taken. */
    public void settleFailed() {
        if (failed == sequence()) {
            synchronized (this) {
                long number = sequence();
                if (failed == number) { // Else another thread was here first.
                    place.releaseIfTaken(registrationId);
                    SEQUENCE.setRelease(this, number + 1);
                }
            }
        }
    }

    private long sequence() {
        return (long) SEQUENCE.getVolatile(this);
    }
}
