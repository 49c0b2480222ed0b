/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A tasklet that was added to {@link CooperativeWorkers}. Any thread. */
public final class TaskletHandle {
    final Tasklet tasklet;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final TaskletThread driver;

    private volatile boolean removed;

    TaskletHandle(Tasklet tasklet, TaskletThread driver) {
        this.tasklet = tasklet;
        this.driver = driver;
    }

    /** Makes the thread call the tasklet soon; the tasklet sees all earlier stores of the caller. */
    public void wake() {
        driver.signal();
    }

    /**
     * Removes the tasklet: it is not called again, except that a call which is about to begin may still run; {@link
     * #isEnded} returns true when that is over.
     */
    public void remove() {
        removed = true; // First: the thread that the signal wakes sees it.
        driver.signal();
    }

    boolean isRemoved() {
        return removed;
    }

    /** {@return whether the tasklet is never called again} If so, the caller sees all stores of the tasklet. */
    public boolean isEnded() {
        return ended.getCount() == 0;
    }

    /**
     * Waits until the tasklet is never called again, because it is done, has thrown, or was removed.
     *
     * @return whether that happened in time
     * @throws IllegalStateException if a tasklet of the same workers calls this, whose thread might wait for itself
     */
    public boolean awaitEnd(Duration timeout) throws InterruptedException {
        driver.workers.refuseTasklets("wait for the end of a tasklet");
        return ended.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Called after its last call. Pairs with {@link #isEnded}. */
    void end() {
        ended.countDown();
    }
}
