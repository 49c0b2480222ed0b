/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import io.tailrace.internal.PendingFault;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a thread of Tailrace's own rests after each cycle of its work. It never spins, not even under load: the program
 * needs the core. Each cycle without work makes the pause a quarter longer. A short pause is a nap, which only this
 * process ends. In a longer one the thread sleeps in a {@link Sleeper}, and whoever has something for it wakes it.
 *
 * <p>A thread that is woken and finds nothing to do knows that somebody waits for what nobody tells: for a process that
 * may be dead, or for a subscriber that lags. From then on it is alert for a second: it takes naps only, and looks as
 * often as if nobody could wake it. So it looks often while somebody waits, and rarely while nobody does.
 *
 * <p>One thread rests; any thread wakes.
 */
public final class AgentIdle {
    /** The work of a cycle behind which the next one comes soon. */
    public static final int SOON = 2;
    /** The longest pause of a thread that nobody waits for. Deaths are found that much later then. */
    public static final long LONGEST_NS = 500_000_000;

    private static final long LONGEST_NAP_NS = 10_000_000;
    private static final long ALERT_NS = 1_000_000_000;
    /** A thread that found no place where others could wake it looks for one again after this time. */
    private static final long RETRY_NS = 1_000_000_000;

    private final long shortestNs;
    private final Supplier<Sleeper> place;
    private final Runnable wokenInVain;
    private long pauseNs;
    private long alertSinceNs = System.nanoTime() - ALERT_NS;
    private boolean woken;
    /** It cannot sleep where others could wake it, since when. Naps need no place. */
    private boolean broken;

    private long brokenNs;
    /** Why it cannot sleep came out of here, and since then it has not slept. */
    private boolean told;

    private boolean closed;

    private volatile boolean alarmed;
    private volatile boolean moving;
    private volatile @Nullable Thread thread;
    private volatile @Nullable Sleeper sleeper;

    /**
     * @param shortestNs the pause behind much work
     * @param place asked for a sleeper before the first long pause, because to find the kernel's calls takes a while;
     *     and again after {@link #move}
     * @param wokenInVain run by the thread when it was woken and found nothing to do
     */
    public AgentIdle(long shortestNs, Supplier<Sleeper> place, Runnable wokenInVain) {
        this.shortestNs = shortestNs;
        this.place = place;
        this.wokenInVain = wokenInVain;
        this.pauseNs = shortestNs;
    }

    /**
     * Rests after a cycle. An Error that keeps it from sleeping comes out once; then it takes naps, and tries again
     * each second.
     *
     * @param work of the cycle: 0 if it found nothing to do, 1 if the next should come sooner, more if it should come
     *     soon
     * @param look one more cycle, behind the announcement of a sleep
     */
    public void after(int work, IntSupplier look) {
        if (thread == null) {
            thread = Thread.currentThread();
            return; // No sleep yet: until now nobody could wake this thread.
        }
        shorten(work);
        if (alarmed || (woken && work == 0)) {
            boolean inVain = !alarmed;
            alarmed = false;
            stayAlert();
            pauseNs = shortestNs;
            if (inVain) {
                wokenInVain.run();
            }
        }
        if (moving) {
            moving = false;
            leavePlace();
        }
        boolean calm = pauseNs > LONGEST_NAP_NS && !isAlert() && !isBroken();
        if (!calm || woken || work > 0) {
            rise();
        }
        woken = false;
        if (calm) {
            tryToSleep(look);
        } else {
            LockSupport.parkNanos(Math.min(pauseNs, LONGEST_NAP_NS));
        }
        pauseNs = Math.min(pauseNs + (pauseNs >> 2), LONGEST_NS);
    }

    private void shorten(int work) {
        if (work >= SOON) {
            pauseNs = shortestNs;
        } else if (work > 0) {
            pauseNs = Math.max(pauseNs >> 1, shortestNs);
        }
    }

    private void tryToSleep(IntSupplier look) {
        try {
            sleep(look);
            PendingFault.raise();
            told &= isBroken();
        } catch (InternalError e) {
            giveUp(); // Somebody has truncated the sleeper's file.
        } catch (OutOfMemoryError | StackOverflowError e) {
            LockSupport.parkNanos(LONGEST_NAP_NS); // There was no room to find a place; the next time there may be.
        } catch (RuntimeException | Error e) { // As where the JDK can load no library for want of descriptors.
            giveUp(); // It takes naps: else it would go round and round.
            if (!told) {
                told = true;
                throw e;
            }
        }
    }

    /** Where nobody has woken it, it is still announced, and the cycle behind the last sleep was the look. */
    private void sleep(IntSupplier look) {
        Sleeper known = sleeper;
        if (known == null) {
            known = place.get();
            if (!known.canBeWoken()) {
                giveUp();
                return;
            }
            sleeper = known;
        }
        if (!known.isAsleep()) {
            known.announce();
            PendingFault.raise(); // Here, and not in the look, which would not know of what file.
            // After the announcement: pairs with the store in alert. Either this sees the alarm, or that one sees the
            // announcement, and wakes.
            if (alarmed) {
                rise();
                return;
            }
            int work = 1;
            try {
                work = look.getAsInt();
            } finally {
                if (work > 0) {
                    rise();
                }
            }
            if (work > 0) {
                shorten(work);
                return;
            }
        }
        known.sleep(pauseNs);
        woken = known.isRung(); // Seen, not inferred from the time: a ring that stays unseen silences all later ones.
    }

    private void rise() {
        Sleeper known = sleeper;
        if (known != null && known.isAsleep()) {
            try {
                known.awake();
                PendingFault.raise();
            } catch (InternalError e) {
                giveUp(); // As above.
            }
        }
    }

    /** By the thread itself, at its end, perhaps inside its last look. It takes naps from then on. */
    public void close() {
        closed = true;
        leavePlace();
    }

    private boolean isBroken() {
        return closed || (broken && System.nanoTime() - brokenNs < RETRY_NS);
    }

    /** For a while it takes naps, and nobody touches its sleeper. */
    private void giveUp() {
        broken = true;
        brokenNs = System.nanoTime();
        dropSleeper();
    }

    private void leavePlace() {
        broken = false;
        rise();
        dropSleeper();
    }

    private void dropSleeper() {
        Sleeper known = sleeper;
        sleeper = null;
        if (known != null) {
            known.close();
        }
    }

    /** Has it ask for another sleeper before its next long pause. Any thread. */
    public void move() {
        moving = true;
        wake();
    }

    /** By the thread itself: for a second from now on it looks often. */
    public void stayAlert() {
        alertSinceNs = System.nanoTime();
    }

    /** {@return whether it looks often, for somebody waits} By the thread itself. */
    public boolean isAlert() {
        return System.nanoTime() - alertSinceNs < ALERT_NS;
    }

    /** Wakes it, and has it look often for a second. Any thread. */
    public void alert() {
        alarmed = true; // Before the look whether it sleeps: see sleep.
        wake();
    }

    /** Ends its pause, or spares it the next one. Behind what is there for it to do. Any thread. */
    public void wake() {
        Sleeper known = sleeper;
        if (known != null) {
            known.wakeIfAsleep();
        }
        LockSupport.unpark(thread);
    }
}
