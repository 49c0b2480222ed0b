/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import io.tailrace.internal.PendingFault;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How one of Tailrace's own threads rests after each cycle of its work. It never spins, not even under load, because
 * the program needs the core. Each cycle without work makes the pause a quarter longer. A short pause is a nap, which
 * only this process can end. In a longer pause the thread sleeps in a {@link Sleeper}, and any process that has work
 * for it wakes it.
 *
 * <p>If a thread is woken and finds no work, another party waits for an event that is not announced: for a process that
 * may be dead, or for a subscriber that lags. From then on the thread is alert for a second: it only naps, and checks
 * as often as if it could not be woken. So it checks often while another party waits, and rarely otherwise.
 *
 * <p>One thread rests; any thread may wake it.
 */
public final class AgentIdle {
    /** The work of a cycle after which the next one follows soon. */
    public static final int SOON = 2;
    /** The longest pause of a thread that no party waits for. It delays the detection of deaths by as much. */
    private static final long LONGEST_NS = 500_000_000;

    private static final long LONGEST_NAP_NS = 10_000_000;
    private static final long ALERT_NS = 1_000_000_000;
    /** A thread that found no place where others could wake it searches again after this time. */
    private static final long RETRY_NS = 1_000_000_000;

    private final long shortestNs;
    private final long longestNs;
    private final long alertNs;
    private final Supplier<Sleeper> place;
    private long pauseNs;
    private long alertSinceNs;
    private boolean woken;
    /** Whether it cannot sleep where others could wake it, and since when. Naps need no place. */
    private boolean broken;

    private long brokenNs;
    /** Whether the reason why it cannot sleep was thrown, and it has not slept since. */
    private boolean told;

    private boolean closed;

    private volatile boolean moving;
    private volatile @Nullable Thread thread;
    private volatile @Nullable Sleeper sleeper;

    /**
     * @param shortestNs the pause after much work
     * @param place asked for a sleeper before the first long pause, because finding the kernel's calls takes a while;
     *     and again after {@link #move}
     */
    public AgentIdle(long shortestNs, Supplier<Sleeper> place) {
        this(shortestNs, LONGEST_NS, ALERT_NS, place);
    }

    AgentIdle(long shortestNs, long longestNs, long alertNs, Supplier<Sleeper> place) {
        this.shortestNs = shortestNs;
        this.longestNs = longestNs;
        this.alertNs = alertNs;
        this.alertSinceNs = System.nanoTime() - alertNs;
        this.place = place;
        this.pauseNs = shortestNs;
    }

    /**
     * Rests after a cycle. An Error that keeps it from sleeping is thrown once; then it naps, and tries again each
     * second.
     *
     * @param work of the cycle: 0 if there was none, 1 if the next cycle should start sooner, more if it should start
     *     soon
     * @param look one more cycle, after the announcement of a sleep
     */
    public void after(int work, IntSupplier look) {
        if (thread == null) {
            thread = Thread.currentThread();
            return; // No sleep yet: until now no other thread could wake this one.
        }
        shorten(work);
        if (woken && work == 0) {
            stayAlert();
            pauseNs = shortestNs;
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
        pauseNs = Math.min(pauseNs + (pauseNs >> 2), longestNs);
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
            giveUp(); // The sleeper's file was truncated.
        } catch (OutOfMemoryError | StackOverflowError e) {
            LockSupport.parkNanos(LONGEST_NAP_NS); // There was no memory to find a place; the next time there may be.
        } catch (RuntimeException | Error e) { // For example, the JDK cannot load a library for lack of descriptors.
            giveUp(); // It naps; otherwise it would spin.
            if (!told) {
                told = true;
                throw e;
            }
        }
    }

    /** If it was not woken, it is still announced, and the cycle after the last sleep was the check. */
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
            PendingFault.raise(); // Raised here, and not in the check, which would not know the file.
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
        woken = known.isRung(); // Read, not inferred from the time: an unseen ring would silence all later ones.
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

    /** Called by the thread itself, at its end, perhaps inside its last check. From then on it naps. */
    public void close() {
        closed = true;
        leavePlace();
    }

    private boolean isBroken() {
        return closed || (broken && System.nanoTime() - brokenNs < RETRY_NS);
    }

    /** For a while it naps, and its sleeper is not touched. */
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

    /** Makes it ask for another sleeper before its next long pause. Any thread. */
    public void move() {
        moving = true;
        wake();
    }

    /** Makes it check often for a second from now on. Called by the thread itself. */
    public void stayAlert() {
        alertSinceNs = System.nanoTime();
    }

    /** {@return whether it checks often because another party waits} Called by the thread itself. */
    public boolean isAlert() {
        return System.nanoTime() - alertSinceNs < alertNs;
    }

    /** Ends its pause, or skips the next one. Called after its work is stored. Any thread. */
    public void wake() {
        Sleeper known = sleeper;
        if (known != null) {
            known.wakeIfAsleep();
        }
        LockSupport.unpark(thread);
    }
}
