/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.wait;

import io.tailrace.WaitPolicy;
import io.tailrace.sleep.Sleeper;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The wait of one thread for what other threads and processes do: it looks again and again for a while, says that it
 * sleeps, looks once more, and sleeps. {@link io.tailrace.log.Sleepers} says why it misses nothing. One thread at a
 * time waits; any thread wakes.
 *
 * <p>A sleep of the longest time that nobody ended, though its message is there, missed its wake-up, and is counted
 * ({@link SleepCounts}): only where whoever stored that message has died before the wake-up should there be one. Not
 * counted are the first sleep under a name, which is short because nobody may know the name yet; and one whose waker is
 * only late: this thread stays announced for some more time, and somebody rings.
 */
public final class ThreadWait {
    /** What is waited for. By the thread that waits. */
    public interface Source {
        boolean isThere();

        /** Names the sleeper to all that may have to wake it. Returns whether it is new to any. */
        boolean nameSleeper(int number);

        /** {@return whether it is there, and whoever has brought it wakes those that sleep} */
        default boolean isTold() {
            return isThere();
        }
    }

    /** The others may not have seen yet that somebody sleeps: what they have stored reaches memory meanwhile. */
    private static final long FIRST_SLEEP_NS = 1_000_000;
    /** A process that should wake this one may die before it does; then the driver does, if it is not dead, too. */
    private static final long LONGEST_SLEEP_NS = 1_000_000_000;
    /** A waker gets so much time between its store and its ring before the wake-up counts as missed. */
    private static final long LATE_RING_NS = 10_000_000;
    /** Where this thread has to work in between. */
    private static final long LONGEST_NAP_NS = 100_000;

    private final WaitPolicy policy;
    private final Waits waits;
    private final SpinTime spinTime = new SpinTime();
    private final AtomicBoolean inside = new AtomicBoolean();
    private volatile @Nullable Sleeper sleeper;
    private volatile boolean closed;
    private volatile boolean released;

    public ThreadWait(WaitPolicy policy, Waits waits) {
        this.policy = policy;
        this.waits = waits;
    }

    /**
     * Waits.
     *
     * @return whether it is there; false if it did not come in time, this is closed, or the thread is interrupted
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
            sleeper = null; // Somebody has truncated a file, perhaps that of the sleeper: the next wait has another.
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
        long longestNs = waits.worksAlone() ? LONGEST_SLEEP_NS : LONGEST_NAP_NS;
        while (true) {
            workIfNeeded();
            Sleeper place = place();
            place.announce();
            try {
                // All behind the announcement: see Sleepers. What is to be named, too, meanwhile, ends the sleep.
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
     * The last place, as long as it suits: where a virtual thread sleeps any thread can sleep, so there it stays; but
     * another driver may want another way to sleep.
     */
    private Sleeper place() {
        Sleeper known = sleeper;
        if (known != null && (!waits.worksAlone() || waits.sleepers().suits(known))) {
            return known;
        }
        Sleeper suiting =
                waits.worksAlone() ? waits.sleepers().take() : waits.sleepers().napper();
        sleeper = suiting; // Before it is announced: whoever still wakes the other one has done so before the look.
        if (known != null) {
            waits.sleepers().giveBack(known);
        }
        return suiting;
    }

    /** Has the thread that waits look again. Any thread. */
    public void wake() {
        Sleeper known = sleeper;
        if (known != null) {
            try {
                known.wake();
            } catch (InternalError e) {
                // Somebody has truncated its file. The kernel lets nobody sleep there.
            }
        }
    }

    /** Ends the wait, for good. Any thread. */
    public void close() {
        closed = true;
        wake();
        releaseIfClosed();
    }

    /** The thread that waits or the one that closes does it, whichever comes later; from then on nobody is inside. */
    private void releaseIfClosed() {
        if (closed && inside.compareAndSet(false, true)) {
            Sleeper known = sleeper;
            if (known != null) {
                waits.sleepers().giveBack(known);
            }
            released = true;
        }
    }

    /** {@return whether it is closed, and no thread waits any more} */
    public boolean isReleased() {
        return released;
    }
}
