/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.injector.Tasklet.Progress;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Drives tasklets: calls each in turn, and sleeps when a whole round made no progress. Its own thread, unless said so.
 */
final class TaskletThread implements Runnable {
    private final TaskletCrew crew;
    private final CooperativeConfig config;
    private final boolean forOneThatMayBlock;
    private final TaskletInbox inbox = new TaskletInbox();
    private final TaskletList tasklets = new TaskletList();
    private final AdaptiveIdle idle;
    private final RoundCounters counters = new RoundCounters();
    /** Tasklets that are its own: in its list, in its inbox, or about to be put there. */
    private final AtomicInteger load = new AtomicInteger();
    /**
     * Whether there is something new to look at: a tasklet in the inbox, another thread with fewer, a removal, the end.
     * A wake-up alone does not tell that: several count as one, and what a tasklet waits for may use it up.
     */
    private volatile boolean news;

    private volatile boolean closing;
    private final Thread thread;

    TaskletThread(TaskletCrew crew, CooperativeConfig config, boolean forOneThatMayBlock) {
        this.crew = crew;
        this.config = config;
        this.forOneThatMayBlock = forOneThatMayBlock;
        this.idle =
                new AdaptiveIdle(config.minIdle().toNanos(), config.maxIdle().toNanos());
        Thread made = config.threadFactory().newThread(this);
        if (made == null) {
            throw new IllegalStateException("the thread factory gave no thread");
        }
        this.thread = made;
    }

    /** Once. */
    void start() {
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (look()) {
                if (!tasklets.isEmpty()) {
                    drive();
                } else if (forOneThatMayBlock) {
                    return; // That has ended.
                } else {
                    awaitNews();
                }
            }
        } finally {
            tasklets.addAll(inbox.close());
            for (TaskletHandle each = tasklets.first(); each != null; each = tasklets.first()) {
                end(null, each);
            }
        }
    }

    /** Looks at what is new. Returns whether to go on. */
    private boolean look() {
        if (!news) {
            return true;
        }
        // First this. Volatile: pairs with tell. What is not seen below is told again behind this.
        news = false;
        tasklets.addAll(inbox.takeAll());
        crew.level(this);
        return !closing;
    }

    private void drive() {
        boolean progress = round();
        counters.round(progress);
        if (progress) {
            idle.reset();
        } else {
            sleep(idle.nextNs());
        }
    }

    private boolean round() {
        boolean progress = false;
        boolean hasEnded = false;
        TaskletHandle previous = null;
        TaskletHandle each = tasklets.first();
        while (each != null) {
            TaskletHandle next = each.next;
            Progress made = call(each);
            progress |= made != Progress.NO_PROGRESS;
            if (made == Progress.DONE) {
                end(previous, each);
                hasEnded = true;
            } else {
                previous = each;
            }
            each = next;
        }
        if (hasEnded) {
            crew.askFuller(this);
        }
        return progress;
    }

    private Progress call(TaskletHandle handle) {
        // Volatile: pairs with TaskletHandle.remove. Behind the clearing below: no interrupt of a removal is lost.
        if (handle.isRemoved()) {
            return Progress.DONE;
        }
        try {
            return Objects.requireNonNull(handle.tasklet().call(), "a tasklet has returned null");
        } catch (Throwable e) {
            counters.failed();
            report(handle.tasklet(), e);
            return Progress.DONE;
        } finally {
            Thread.interrupted(); // It was meant for this one, if for anybody.
        }
    }

    /** Tells the handler, which is not to throw either. */
    private void report(Tasklet tasklet, Throwable error) {
        try {
            config.failureHandler().accept(tasklet, error);
        } catch (Throwable ignored) {
            // As the JVM does with what such a handler throws.
        }
    }

    private void end(@Nullable TaskletHandle previous, TaskletHandle handle) {
        tasklets.remove(previous, handle);
        load.getAndDecrement();
        handle.end();
    }

    private void sleep(long ns) {
        if (ns == 0) {
            Thread.onSpinWait();
            return;
        }
        counters.parked();
        long startNs = System.nanoTime();
        long remainingNs = ns;
        while (!news && remainingNs > 0) {
            LockSupport.parkNanos(this, remainingNs);
            Thread.interrupted(); // Else it would not sleep. Who interrupts it for something has told the news before.
            remainingNs = ns - (System.nanoTime() - startNs);
        }
    }

    private void awaitNews() {
        while (!news) {
            LockSupport.park(this);
            Thread.interrupted();
        }
        idle.reset();
    }

    /** {@return how many tasklets it has} Any thread. */
    int load() {
        return load.get();
    }

    /** Any thread. Counts one more, if there still are as many as expected. Who did it has this accept a tasklet. */
    boolean tryReserve(int expected) {
        return load.compareAndSet(expected, expected + 1);
    }

    /** Any thread that has reserved a place. Returns false if it is closed; the place is given back then. */
    boolean accept(TaskletHandle handle) {
        if (!inbox.put(handle)) {
            load.getAndDecrement();
            return false;
        }
        tell();
        return true;
    }

    /**
     * Has another one that has reserved a place accept the first tasklet.
     *
     * @return whether it could; if not, there is none yet, or all are being closed
     */
    boolean handOver(TaskletThread other) {
        TaskletHandle handle = tasklets.first();
        if (handle == null) {
            other.load.getAndDecrement();
            return false;
        }
        tasklets.remove(null, handle);
        handle.passTo(other);
        if (!other.accept(handle)) {
            tasklets.add(handle);
            return false;
        }
        load.getAndDecrement();
        counters.moved();
        return true;
    }

    /** Any thread. Has it look at what the caller has stored before. Volatile: pairs with look. */
    void tell() {
        news = true;
        LockSupport.unpark(thread);
    }

    /** The same, also if a tasklet blocks. */
    void hurry() {
        tell();
        if (forOneThatMayBlock && !isCurrent()) {
            thread.interrupt();
        }
    }

    /** Any thread. */
    void close() {
        closing = true;
        hurry();
    }

    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    TaskletCrew crew() {
        return crew;
    }

    Thread thread() {
        return thread;
    }

    /** Any thread. */
    CooperativeCounters counters() {
        return counters.snapshot(load());
    }
}
