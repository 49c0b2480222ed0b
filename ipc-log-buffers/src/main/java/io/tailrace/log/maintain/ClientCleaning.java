/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import io.tailrace.internal.Handles;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogMeta;
import io.tailrace.log.PublisherLimit;
import io.tailrace.log.WakeHandshake;
import io.tailrace.log.Waker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Cleans in the {@link Cleaner cleaner's place}, for a handle of a client: a subscriber cleans what it has read ({@link
 * ReaderCleaning}), a publisher cleans if no other party does ({@link LateCleaning}). Any thread of the handle may
 * clean, one at a time; the others do not wait for it.
 *
 * <p>If anything is thrown inside, the catch stores one number and calls nothing, as in {@code ClaimRegister}. The
 * place is given back by a later call, at the latest by the conductor once the handle is closed.
 */
public abstract sealed class ClientCleaning permits LateCleaning, ReaderCleaning {
    private static final VarHandle SEQUENCE = Handles.field(MethodHandles.lookup(), "sequence", long.class);
    private static final long INSIDE = 1;
    private static final long NEVER = -1;

    final LogMeta meta;
    final PublisherLimit limit;
    final long registrationId;
    private final Cleaner cleaner;
    private final WakeHandshake sleepingPublishers;

    /** Odd while a thread is inside. */
    @SuppressWarnings("unused") // through its VarHandle
    private long sequence;
    /** The sequence of the last call that failed. */
    private volatile long failed = NEVER;

    private volatile boolean closed;

    /** @param registrationId of the handle; 0: nothing is cleaned */
    ClientCleaning(LogBuffers log, long registrationId, PublisherLimit limit, Waker.Source wakers) {
        this.meta = log.meta();
        this.registrationId = registrationId;
        this.limit = limit;
        this.cleaner = new Cleaner(log);
        this.sleepingPublishers = WakeHandshake.ofPublishers(meta, wakers);
    }

    /** Cleans at most this much, if no other party cleans. Returns whether there is more clean memory now. */
    final boolean clean(int maxLength) {
        settleFailed();
        // Volatile: pairs with the store in close. Either the closing thread sees that a thread is inside, or this
        // thread sees that the handle is closed.
        long now = sequence();
        if (registrationId == 0 || (now & INSIDE) != 0 || !SEQUENCE.compareAndSet(this, now, now + INSIDE)) {
            return false;
        }
        long number = now + INSIDE; // No call between the compare-and-set and the try.
        boolean cleaned;
        try {
            cleaned = !closed && cleaner.tryTake(registrationId) && cleanInPlace(maxLength);
            SEQUENCE.setRelease(this, number + 1);
        } catch (Throwable t) {
            failed = number; // No call here.
            throw t;
        }
        if (cleaned) {
            sleepingPublishers.wake(); // No other party waits for clean memory.
        }
        return cleaned;
    }

    private boolean cleanInPlace(int maxLength) {
        if (!mayClean()) {
            cleaner.releaseIfTaken(registrationId);
            return false;
        }
        cleaner.resume();
        long before = cleaner.cleanPosition();
        if (before == cleaner.target()) { // If not, the last cleaner has left announced memory.
            cleaner.announce(nextTarget(before));
        }
        cleaner.clean(maxLength);
        cleaner.release();
        return cleaner.cleanPosition() > before;
    }

    /**
     * {@return whether the handle still has its slot, in a log that continues} Called while it holds the place, which
     * counts only in that case.
     */
    abstract boolean mayClean();

    /**
     * {@return the frame boundary up to which everything is consumed and may be zeroed; {@code from} if there is none}
     * Called while it holds the place, so no subscriber joins between this check and the announcement.
     */
    abstract long nextTarget(long from);

    /** From now on nothing is cleaned. */
    public void close() {
        closed = true;
    }

    /** {@return whether no thread is inside} After {@link #close}; then it stays true. */
    public boolean isQuiet() {
        settleFailed();
        return (sequence() & INSIDE) == 0;
    }

    /** Gives back the place if an Error left it taken. */
    public void settleFailed() {
        if (failed == sequence()) {
            synchronized (this) {
                long number = sequence();
                if (failed == number) { // If not, another thread was first.
                    cleaner.releaseIfTaken(registrationId);
                    SEQUENCE.setRelease(this, number + 1);
                }
            }
        }
    }

    private long sequence() {
        return (long) SEQUENCE.getVolatile(this);
    }
}
