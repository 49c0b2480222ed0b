/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A tasklet that was added to {@link CooperativeWorkers}. Any thread. */
public final class TaskletHandle {
    private final Tasklet tasklet;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile TaskletThread driver;
    private volatile boolean removed;
    /** Links it into one inbox or into the list of one thread. Its place, and this, pass on with the inbox. */
    @Nullable
    TaskletHandle next;

    /** @param driver who is to have it */
    TaskletHandle(Tasklet tasklet, TaskletThread driver) {
        this.tasklet = tasklet;
        this.driver = driver;
    }

    /**
     * Has it removed: not called again, but for a call that has begun or is about to; {@link #isEnded} tells when that
     * is over. One that has a thread of its own is interrupted, if it is not itself that calls.
     */
    public void remove() {
        // Volatile, and first: pairs with TaskletThread.call. Whose interrupt was cleared sees this, and does not
        // begin.
        removed = true;
        driver.hurry();
    }

    /** {@return whether it is never called again} What it has stored is visible then. */
    public boolean isEnded() {
        return ended.getCount() == 0;
    }

    /**
     * Waits until it is never called again: since it was done, has thrown, or was removed.
     *
     * @return whether that was so in time
     * @throws IllegalStateException if the thread that drives it calls, which would wait for itself
     */
    public boolean awaitEnd(Duration timeout) throws InterruptedException {
        driver.crew().refuseOwnThreads("wait for the end of a tasklet");
        return ended.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    Tasklet tasklet() {
        return tasklet;
    }

    boolean isRemoved() {
        return removed;
    }

    /** Before it is put into that thread's inbox: who removes it meanwhile wakes the one or is seen by the other. */
    void passTo(TaskletThread newDriver) {
        driver = newDriver;
    }

    /** Behind its last call. */
    void end() {
        ended.countDown();
    }
}
