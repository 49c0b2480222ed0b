/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Where producers wait for a full executor. They are told when there is room for several tasks, since each time costs a
 * wake-up; so they also look by themselves, after 10 milliseconds at first, then twice as long each time, up to 80:
 * what runs now may wait for the very producer that has just been refused. Any thread.
 */
final class Room {
    /**
     * With a timer that is nearer than the kernel's next tick a sleep costs more: with 1 ms, a quarter fewer tasks of
     * 10 us.
     */
    private static final long FIRST_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);
    /** Room for few, of which nobody is told, is found that late, however long a producer has waited before. */
    private static final long LONGEST_LOOK_NS = 8 * FIRST_LOOK_NS;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private final Lookout lookout = new Lookout(Runtime.getRuntime().availableProcessors());
    /** Held by whoever uses the lookout: more than one would only be in each other's way. */
    private final AtomicBoolean isLookedOut = new AtomicBoolean();

    private volatile int waiting;

    /**
     * Waits until the attempt succeeds.
     *
     * @return whether it did in time
     */
    boolean await(BooleanSupplier attempt, long timeoutNs) throws InterruptedException {
        long startNs = System.nanoTime();
        return lookOut(attempt, startNs, timeoutNs) || sleep(attempt, timeoutNs - (System.nanoTime() - startNs));
    }

    private boolean lookOut(BooleanSupplier attempt, long startNs, long timeoutNs) {
        if (isAwaited() || !isLookedOut.compareAndSet(false, true)) {
            return false;
        }
        try {
            if (!lookout.pays()) {
                lookout.slept();
                return false;
            }
            long longestNs = Math.min(Lookout.LONGEST_NS, timeoutNs);
            boolean succeeded = false;
            long lookedNs = 0;
            while (!succeeded && lookedNs < longestNs && !isAwaited()) {
                Thread.onSpinWait();
                succeeded = attempt.getAsBoolean();
                lookedNs = System.nanoTime() - startNs;
            }
            lookout.looked(lookedNs);
            return succeeded;
        } finally {
            isLookedOut.set(false);
        }
    }

    private boolean sleep(BooleanSupplier attempt, long timeoutNs) throws InterruptedException {
        long endNs = System.nanoTime() + timeoutNs;
        AdaptiveIdle looks = new AdaptiveIdle(FIRST_LOOK_NS, LONGEST_LOOK_NS);
        lock.lockInterruptibly();
        try {
            announce(1);
            while (!attempt.getAsBoolean()) {
                long remainingNs = endNs - System.nanoTime();
                if (remainingNs <= 0) {
                    return false;
                }
                freed.awaitNanos(Math.min(remainingNs, looks.nextNs()));
            }
            return true;
        } finally {
            announce(-1);
            lock.unlock();
        }
    }

    /**
     * Under the lock. Volatile: pairs with {@link #isAwaited}. Who waits announces it, then looks for room once more.
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    void announce(int change) {
        waiting += change;
    }

    /**
     * Volatile: pairs with {@link #announce}. Who makes room does that first, then looks whether anybody waits for it.
     */
    boolean isAwaited() {
        return waiting > 0;
    }

    /** {@return how many threads wait} */
    int waiting() {
        return waiting;
    }

    /** There is room: one of those that wait tries again. */
    void tellOne() {
        if (isAwaited()) {
            lock.lock();
            try {
                freed.signal();
            } finally {
                lock.unlock();
            }
        }
    }

    /** There is room for all, or there will never be any. */
    void tellAll() {
        if (isAwaited()) {
            lock.lock();
            try {
                freed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
