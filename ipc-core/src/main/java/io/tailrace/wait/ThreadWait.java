/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.wait;

import io.tailrace.WaitPolicy;
import io.tailrace.sleep.Sleeper;
import io.tailrace.wait.Waits.SleepCounts;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The wait of one thread for events of other threads and processes: it spins for a while, announces that it sleeps,
 * checks once more, and sleeps. {@link io.tailrace.log.WakeHandshake} explains why it misses nothing. One thread at a
 * time waits; any thread may wake it.
 *
 * <p>A sleep that lasted the full time though its message is there missed its wake-up and is counted ({@link
 * SleepCounts}). That should happen only if the process that stored the message died before the wake-up. Two cases are
 * not counted: the first sleep under a name, which is short because other processes may not know the name yet; and a
 * sleep whose waker is only late, in which case this thread stays announced a little longer and is rung.
 */
public final class ThreadWait {
    /** The event that is waited for. Used by the waiting thread. */
    public interface Source {
        boolean isThere();

        /** Names the sleeper to all parties that may have to wake it. Returns whether it is new to any of them. */
        boolean nameSleeper(int number);

        /** {@return whether the event is there and its sender wakes sleepers} */
        default boolean isTold() {
            return isThere();
        }
    }

    /** Other threads may not have seen yet that this one sleeps; meanwhile their stores reach memory. */
    private static final long FIRST_SLEEP_NS = 1_000_000;
    /** A process that should wake this one may die first; then the driver wakes it, if it is not dead too. */
    private static final long LONGEST_SLEEP_NS = 1_000_000_000;
    /** The time allowed to a waker between its store and its ring before the wake-up counts as missed. */
    private static final long LATE_RING_NS = 10_000_000;
    /** If this thread has to work in between. */
    private static final long LONGEST_NAP_NS = 100_000;

    private final WaitPolicy policy;
    private final Waits waits;
    private final long longestSleepNs;
    private final SpinTime spinTime = new SpinTime();
    private final AtomicBoolean inside = new AtomicBoolean();
    private volatile @Nullable Sleeper sleeper;
    private volatile boolean closed;
    private volatile boolean released;

    public ThreadWait(WaitPolicy policy, Waits waits) {
        this(policy, waits, LONGEST_SLEEP_NS);
    }

    ThreadWait(WaitPolicy policy, Waits waits, long longestSleepNs) {
        this.policy = policy;
        this.waits = waits;
        this.longestSleepNs = longestSleepNs;
    }

    /**
     * Waits.
     *
     * @return whether the event is there; false if it did not happen in time, if this is closed, or if the thread is
     *     interrupted
     * @throws IllegalStateException if another thread waits
     */
    public boolean await(Source source, long timeoutNs) {
        if (closed) {
            return false;
        }
        if (!inside.compareAndSet(false, true)) {
            throw new IllegalStateException("another thread waits for " + source + "; one at a time polls and waits");
        }
        try {
            long startNs = System.nanoTime();
            return spin(source, startNs, timeoutNs) || sleep(source, startNs, timeoutNs);
        } catch (InternalError e) {
            sleeper = null; // A file was truncated, perhaps that of the sleeper: the next wait takes another sleeper.
            throw e;
        } finally {
            inside.set(false);
            releaseIfClosed();
        }
    }

    private boolean spin(Source source, long startNs, long timeoutNs) {
        long spinNs =
                switch (policy) {
                    case SPIN -> timeoutNs;
                    case BALANCED -> Math.min(spinTime.ns(startNs), timeoutNs);
                    case ECONOMY -> 0;
                };
        long nowNs = startNs;
        while (!source.isThere()) {
            if (nowNs - startNs >= spinNs || isOver()) {
                spinTime.missed();
                return false;
            }
            workIfNeeded();
            nowNs = spinTime.pause(nowNs);
        }
        spinTime.met(nowNs - startNs);
        return true;
    }

    private boolean sleep(Source source, long startNs, long timeoutNs) {
        long longestNs = waits.worksAlone() ? longestSleepNs : LONGEST_NAP_NS;
        while (true) {
            workIfNeeded();
            Sleeper place = place();
            place.announce();
            try {
                // All of this must follow the announcement: see WakeHandshake. A party that needs the name meanwhile
                // ends the sleep.
                boolean first = source.nameSleeper(place.number());
                if (source.isThere()) {
                    return true;
                }
                long leftNs = timeoutNs - (System.nanoTime() - startNs);
                if (leftNs <= 0 || isOver()) {
                    return false;
                }
                waits.counts().slept();
                long fromNs = System.nanoTime();
                place.sleep(Math.min(leftNs, first ? Math.min(FIRST_SLEEP_NS, longestNs) : longestNs));
                if (!first && leftNs > longestNs) {
                    countIfMissed(place, source, fromNs);
                }
            } finally {
                place.awake();
            }
        }
    }

    private void countIfMissed(Sleeper place, Source source, long fromNs) {
        if (isUnrung(place) && source.isTold()) {
            long sleptNs = System.nanoTime() - fromNs;
            place.sleep(LATE_RING_NS);
            if (isUnrung(place)) {
                waits.counts().missed(source.toString(), sleptNs);
            }
        }
    }

    private boolean isUnrung(Sleeper place) {
        return place.canBeWoken() && !place.isRung() && !isOver();
    }

    private void workIfNeeded() {
        if (!waits.worksAlone()) {
            waits.work().run();
        }
    }

    private boolean isOver() {
        return closed || Thread.currentThread().isInterrupted();
    }

    /**
     * The previous place, as long as it suits. Any thread can sleep where a virtual thread sleeps, so such a place
     * stays; but another driver may require another way to sleep.
     */
    private Sleeper place() {
        Sleeper known = sleeper;
        if (known != null && (!waits.worksAlone() || waits.sleepers().suits(known))) {
            return known;
        }
        Sleeper suiting =
                waits.worksAlone() ? waits.sleepers().take() : waits.sleepers().napper();
        // Stored before the new place is announced: a thread that still wakes the old place did its work before the
        // check.
        sleeper = suiting;
        if (known != null) {
            waits.sleepers().giveBack(known);
        }
        return suiting;
    }

    /** Makes the waiting thread check again. Any thread. */
    public void wake() {
        Sleeper known = sleeper;
        if (known != null) {
            try {
                known.wake();
            } catch (InternalError e) {
                // Its file was truncated. The kernel lets no thread sleep there.
            }
        }
    }

    /** Ends the wait permanently. Any thread. */
    public void close() {
        closed = true;
        wake();
        releaseIfClosed();
    }

    /** Done by the waiting thread or the closing one, whichever is later; from then on no thread is inside. */
    private void releaseIfClosed() {
        if (closed && inside.compareAndSet(false, true)) {
            Sleeper known = sleeper;
            if (known != null) {
                waits.sleepers().giveBack(known);
            }
            released = true;
        }
    }

    /** {@return whether it is closed and no thread waits any more} */
    public boolean isReleased() {
        return released;
    }
}
