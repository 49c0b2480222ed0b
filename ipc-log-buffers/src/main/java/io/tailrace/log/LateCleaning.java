/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.LogLayout.LONGEST_FRAMES_PER_TERM;

import io.tailrace.memory.FaultPoint;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Cleans a chunk in the keeper's place, for a publisher that has used up the clean memory: where the keeper gets no
 * core in time, or where no driver lives. Any thread of a handle, one at a time; the others do not wait for it.
 *
 * <p>A publisher remembers no frame boundaries. It walks over the frames behind the announced target, which is a
 * boundary, as far as all that gate have read, and takes the end of its walk as the new target. The walk ends at the
 * first claim that is open. So a claim is never zeroed, whatever a subscriber stores.
 *
 * <p>Whatever is thrown inside, the catch stores one number and calls nothing, as in {@link ClaimRegister}. The place
 * is given back by a later call, at the latest by the conductor once the handle is closed.
 */
final class LateCleaning {
    private static final VarHandle SEQUENCE = ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "sequence", VarHandle.class, LateCleaning.class, long.class);
    private static final long INSIDE = 1;
    private static final long NEVER = -1;

    private final long registrationId;
    private final CleanersPlace place;
    private final TermCleaner cleaner;
    private final FrameWalk frames;
    private final PublisherLimit limit;
    private final Sleepers sleepingPublishers;
    private final int chunkLength;

    /** Odd while a thread is inside. */
    @SuppressWarnings("unused") // through its VarHandle
    private long sequence;
    /** The sequence of the last call that failed. */
    private volatile long failed = NEVER;

    private volatile boolean closed;

    /** @param slot of the publisher; where it is nobody's, or the log's driver knows of no place, nothing is cleaned */
    LateCleaning(LogBuffers log, int slot, PublisherLimit limit, Waker.Source wakers) {
        LogMeta meta = log.meta();
        this.registrationId = meta.hasCleaner() ? meta.publisherAcquire(slot) : 0;
        this.place = new CleanersPlace(meta);
        this.cleaner = new TermCleaner(log);
        this.frames = new FrameWalk(log);
        this.limit = limit;
        this.sleepingPublishers = Sleepers.ofPublishers(meta, wakers);
        this.chunkLength = Math.min(TermCleaner.CHUNK_LENGTH, log.termLength() / LONGEST_FRAMES_PER_TERM);
    }

    /** Cleans a chunk, if nobody else cleans. Returns whether there is more clean memory now. */
    boolean cleanChunk() {
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
            // In the place: no subscriber joins between this look and the announcement.
            cleaner.announce(frames.walk(before, before + chunkLength, limit.leastPosition()));
        }
        cleaner.clean(chunkLength);
        FaultPoint.reach("late.cleaned");
        place.release();
        FaultPoint.reach("late.released");
        return cleaner.cleanPosition() > before;
    }

    /** From now on nothing is cleaned. */
    void close() {
        closed = true;
    }

    /** {@return whether no thread is inside} Behind {@link #close}; then it stays true. */
    boolean isQuiet() {
        settleFailed();
        return (sequence() & INSIDE) == 0;
    }

    /** Gives back the place that an Error has left taken. */
    void settleFailed() {
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
