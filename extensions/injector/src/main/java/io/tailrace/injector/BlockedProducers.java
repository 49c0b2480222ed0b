/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.idle.Backoff;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The producers that wait for room in a full executor. Each wake-up costs time, so a producer is woken when there is
 * room for several tasks. It also checks by itself, after 10 milliseconds at first, then twice as long each time, up to
 * 80: the running task may wait for the very producer that found no room. Any thread.
 */
final class BlockedProducers {
    /**
     * A timer earlier than the kernel's next tick makes a sleep more expensive: with 1 ms instead of 10, a quarter
     * fewer tasks of 10 us were run.
     */
    private static final long FIRST_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);
    /** The maximum delay until room for few tasks, for which no producer is woken, is found. */
    private static final long LONGEST_LOOK_NS = 8 * FIRST_LOOK_NS;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition roomMade = lock.newCondition();
    private final SpinCredit credit = new SpinCredit(Runtime.getRuntime().availableProcessors());
    /** Held by the producer that uses the credit: two that spin would only hinder each other. */
    private final AtomicBoolean spinning = new AtomicBoolean();

    private volatile int count;

    /**
     * Waits until the attempt succeeds.
     *
     * @return whether it did so before the time was up
     */
    boolean await(BooleanSupplier attempt, long timeoutNs) throws InterruptedException {
        long startNs = System.nanoTime();
        return spin(attempt, startNs, timeoutNs) || sleep(attempt, timeoutNs - (System.nanoTime() - startNs));
    }

    private boolean spin(BooleanSupplier attempt, long startNs, long timeoutNs) {
        if (any() || !spinning.compareAndSet(false, true)) {
            return false;
        }
        try {
            if (!credit.allowsSpin()) {
                credit.slept();
                return false;
            }
            long longestNs = Math.min(SpinCredit.LONGEST_NS, timeoutNs);
            boolean succeeded = false;
            long spunNs = 0;
            while (!succeeded && spunNs < longestNs && !any()) {
                Thread.onSpinWait();
                succeeded = attempt.getAsBoolean();
                spunNs = System.nanoTime() - startNs;
            }
            credit.spun(spunNs);
            return succeeded;
        } finally {
            spinning.set(false);
        }
    }

    private boolean sleep(BooleanSupplier attempt, long timeoutNs) throws InterruptedException {
        long endNs = System.nanoTime() + timeoutNs;
        Backoff looks = new Backoff(FIRST_LOOK_NS, LONGEST_LOOK_NS);
        lock.lockInterruptibly();
        try {
            register(1);
            while (!attempt.getAsBoolean()) {
                long remainingNs = endNs - System.nanoTime();
                if (remainingNs <= 0) {
                    return false;
                }
                roomMade.awaitNanos(Math.min(remainingNs, looks.nextNs()));
            }
            return true;
        } finally {
            register(-1);
            lock.unlock();
        }
    }

    /** Under the lock. Volatile: pairs with {@link #any}. A producer registers, then checks for room once more. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    void register(int change) {
        count += change;
    }

    /**
     * {@return whether producers wait} Volatile: pairs with {@link #register}. A worker makes room, then calls this.
     */
    boolean any() {
        return count > 0;
    }

    int count() {
        return count;
    }

    /** Called when there is room: one producer tries again. */
    void wakeOne() {
        wake(false);
    }

    /** Called when the executor admits no more tasks: all producers try again. */
    void wakeAll() {
        wake(true);
    }

    private void wake(boolean all) {
        if (any()) {
            lock.lock();
            try {
                if (all) {
                    roomMade.signalAll();
                } else {
                    roomMade.signal();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Decides whether a producer spins before it sleeps. A sleep costs the producer, and the thread that wakes it, some
     * microseconds; a spinning producer takes a processor that a worker may need. So a wait shorter than {@link
     * #WORTHWHILE_NS} adds the difference to a credit, and a longer one draws on it; without credit a producer sleeps.
     * Every {@link #SLEEPS_PER_TRIAL}th sleep grants some credit in advance, because spinning does not pay at once: a
     * worker that has just been woken needs a moment.
     *
     * <p>With tasks of 0 and 1 microsecond this yields five to eight times as many tasks a second. With tasks of 10
     * microseconds a producer spins only on credit granted in advance. Used by one thread at a time.
     */
    static final class SpinCredit {
        static final long LONGEST_NS = Worker.SpinLimit.LONGEST_NS;

        private static final long WORTHWHILE_NS = 5_000;
        private static final long MAX_NS = 400_000;
        private static final int SLEEPS_PER_TRIAL = 128;

        private final boolean alone;
        private long creditNs;
        private int sleeps;

        /** With one processor no producer spins, because no worker runs meanwhile. */
        SpinCredit(int processors) {
            alone = processors == 1;
        }

        boolean allowsSpin() {
            return creditNs > 0;
        }

        /** Called when a producer has spun for this time, whether it has found room or not. */
        void spun(long ns) {
            creditNs = Math.min(creditNs + WORTHWHILE_NS - Math.min(ns, LONGEST_NS), MAX_NS);
        }

        /** Called when a producer goes to sleep without spinning. */
        void slept() {
            if (++sleeps % SLEEPS_PER_TRIAL == 0 && !alone) {
                creditNs = MAX_NS / 2;
            }
        }
    }
}
