/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Where producers wait for a full executor. Each task that ends lets one of them try again. Any thread.
 */
final class Room {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private volatile int waiting;

    /**
     * Waits until the attempt succeeds.
     *
     * @return whether it did in time
     */
    boolean await(BooleanSupplier attempt, long timeoutNs) throws InterruptedException {
        long remainingNs = timeoutNs;
        lock.lockInterruptibly();
        try {
            announce(1);
            while (!attempt.getAsBoolean()) {
                if (remainingNs <= 0) {
                    return false;
                }
                remainingNs = freed.awaitNanos(remainingNs);
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

    /** There is room for one more. */
    void freedOne() {
        if (isAwaited()) {
            lock.lock();
            try {
                freed.signal();
            } finally {
                lock.unlock();
            }
        }
    }

    /** There is room for several more, or there will never be any. */
    void freedAll() {
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
