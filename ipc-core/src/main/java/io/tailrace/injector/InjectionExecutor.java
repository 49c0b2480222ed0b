/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * An executor with limits of its own, whose tasks the threads of an {@link Injector} run. All that
 * {@link java.util.concurrent.ExecutorService} promises holds; besides:
 *
 * <ul>
 *   <li>Tasks are taken in the order in which they were submitted; with one worker they run in it.
 *   <li>No more tasks run at the same time than it may have workers, but for those that their caller runs because the
 *       executor is full ({@link ExecutorConfig.WhenFull#CALLER_RUNS}); these also overtake the ones that wait.
 *   <li>What runs as a task of the same injector, of whichever executor, never waits for room: its task is accepted
 *       beyond the limit, counted and queued like any other. If workers waited for each other's queues, they would wait
 *       for ever; if they ran the task themselves, limits, order and stack would not hold. So BLOCK holds back only
 *       those who bring tasks from outside; {@link #tryExecute} waits for the time given, whoever calls.
 *   <li>What a task throws that was given to {@link #execute} goes to the injector's handler; its thread lives on.
 *   <li>{@link #shutdownNow} interrupts the threads that run its tasks, and no others; no task meets an interrupt that
 *       was meant for another. A task that its caller runs is a part of what its caller does: it is not interrupted,
 *       meets its caller's interrupts, and leaves its own to the caller.
 *   <li>It is terminated when no task is left, and none runs, in a worker or in a caller.
 *   <li>What a task leaves on its thread (thread-locals, name, priority, context class loader) the next tasks find
 *       there, those of other executors, too. What the thread has at first, {@link InjectorConfig} tells.
 *   <li>Its limits may be changed at any time. Where fewer workers are allowed, those too many leave after their task.
 * </ul>
 *
 * <p>Any thread.
 */
public final class InjectionExecutor extends BulkCalls implements AutoCloseable {
    /** Whoever awaits the end looks that often whether a thread has died that was to run the last tasks. */
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final WorkerPool pool;
    private final ExecutorState state = new ExecutorState();
    /**
     * Empty to who has taken a task in {@link #state} only where {@link #enqueue} failed. Unbounded: limits can change.
     */
    private final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();

    /** Tasks that were let in and are not counted as ready, since {@link #enqueue} failed. Under the queue's lock. */
    private volatile int owed;

    private final Entrance entrance;
    private final CountDownLatch terminated = new CountDownLatch(1);

    private final LongAdder submitted = new LongAdder();
    private final LongAdder executed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder ranInCaller = new LongAdder();
    private final LongAdder drained = new LongAdder();

    InjectionExecutor(WorkerPool pool, ExecutorConfig config) {
        this.pool = pool;
        this.entrance = new Entrance(pool, state, config);
    }

    /**
     * @throws RejectedExecutionException if it was shut down; if it is full and to abort; if it is full and the caller
     *     is interrupted while waiting, who then is interrupted still; if a task brings it to 16,777,215 others
     */
    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task);
        if (entrance.tryAdmitInTurn() || tryAdmitToFull(task)) {
            long before;
            try {
                before = enqueue(task);
            } catch (Throwable e) { // No memory or no stack, not even for a call that took back what was counted.
                synchronized (queue) {
                    owed++;
                }
                throw e;
            }
            tell(before);
        }
    }

    /** {@return whether it was let in; false if it has run} */
    private boolean tryAdmitToFull(Runnable task) {
        switch (config().whenFull()) {
            case ABORT -> throw entrance.full();
            case CALLER_RUNS -> {
                runBeyond(task);
                return false;
            }
            case BLOCK -> {
                if (entrance.mayWait()) {
                    entrance.admitWhenRoom();
                } else {
                    entrance.admitBeyond();
                }
            }
        }
        return true;
    }

    @Override
    boolean executeWithin(Runnable task, long timeoutNs) throws InterruptedException {
        if (entrance.mayWait()) {
            return tryExecute(task, timeoutNs, TimeUnit.NANOSECONDS);
        }
        execute(task);
        return true;
    }

    /**
     * Executes the task as {@link #execute} does, but waits for room no longer than given, whatever is to happen when
     * full.
     *
     * @return false if it was full all the time; the task will not run
     * @throws RejectedExecutionException if it was shut down
     */
    public boolean tryExecute(Runnable task, long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(task);
        WorkerPool.reserveStack();
        boolean admitted = entrance.tryAdmit(unit.toNanos(timeout));
        if (admitted) {
            tell(enqueue(task));
        }
        return admitted;
    }

    /**
     * Runs the task at once, as one of the executor's and by the calling thread, if fewer run than may and none waits;
     * else executes it. What it throws when run at once goes to the caller.
     *
     * @return whether it has run
     */
    public boolean maybeExecuteInline(Runnable task) {
        Objects.requireNonNull(task);
        if (!state.tryBeginUnqueued(config().maxWorkers())) {
            execute(task);
            return false;
        }
        try {
            runInCaller(task);
        } finally {
            leave();
            wakeIfWaiting(); // It may have been refused a worker because of this one.
        }
        return true;
    }

    /** Queues the task that was let in. Returns the state before. */
    private long enqueue(Runnable task) {
        queue.add(task);
        submitted.increment();
        return state.publish(); // Volatile: pairs with Searchers.leave, Worker.work and change.
    }

    /**
     * Tells of the first task that waits; its worker finds the rest. Where nobody works, perhaps no thread could start.
     */
    private void tell(long before) {
        if (ExecutorState.ready(before) == 0 || ExecutorState.active(before) == 0) {
            wakeIfWaiting();
        }
    }

    private void wakeIfWaiting() {
        settle();
        entrance.wakeIfWaiting();
    }

    /** Counts as ready what was let in and could not be counted then. It lies in the queue or not. */
    private void settle() {
        if (owed > 0) {
            synchronized (queue) {
                while (owed > 0) {
                    state.publish();
                    owed--;
                }
            }
        }
    }

    /** Not in a worker's place: those whom the queue waits for keep theirs. */
    private void runBeyond(Runnable task) {
        if (!state.tryEnterCaller()) {
            throw entrance.closed();
        }
        try {
            runInCaller(task);
        } finally {
            state.leaveCaller();
            endIfTerminated();
        }
    }

    private void runInCaller(Runnable task) {
        submitted.increment();
        ranInCaller.increment();
        boolean done = false;
        try {
            pool.runInTask(task);
            done = true;
        } finally {
            executed.increment();
            if (!done) {
                failed.increment();
            }
        }
    }

    /** {@return whether a task waits that a further worker could take} */
    boolean isWaiting() {
        return entrance.isWaiting();
    }

    /** Worker: takes a task. Who does must run it by {@link #runTasks}, then {@link #leave}. */
    boolean tryBegin() {
        return state.tryBegin(config().maxWorkers());
    }

    /** Worker: runs the task that it has taken, and those that follow. */
    void runTasks(CurrentExecutor current) {
        current.begin(this);
        if (state.isStopped()) { // Since the task was taken: who stopped it may have missed this thread.
            Thread.currentThread().interrupt();
        }
        try {
            do {
                Runnable task = queue.poll();
                if (task != null) {
                    run(task);
                }
            } while (tryContinue());
        } finally {
            current.end();
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            failed.increment();
            pool.report(e);
        } finally {
            executed.increment();
        }
    }

    private boolean tryContinue() {
        if (!state.tryContinue(config().maxWorkers())) {
            return false;
        }
        entrance.tellOfRoom();
        if (Thread.interrupted() && state.isStopped()) { // Meant for the task that was taken just before.
            Thread.currentThread().interrupt();
        }
        return true;
    }

    /** Worker: gives back the slot that it took. */
    void leave() {
        state.leave();
        settle();
        entrance.tellOfRoom();
        endIfTerminated();
    }

    private void endIfTerminated() {
        if (state.isTerminated()) {
            pool.sources().remove(this);
            terminated.countDown();
        }
    }

    /** Changes how many tasks may run at the same time, within the range that {@link ExecutorConfig} allows. */
    public void setMaxWorkers(int maxWorkers) {
        entrance.change(limits -> limits.withMaxWorkers(maxWorkers));
    }

    /** Changes how many tasks may wait, within the range that {@link ExecutorConfig} allows. */
    public void setMaxQueued(int maxQueued) {
        entrance.change(limits -> limits.withMaxQueued(maxQueued));
    }

    /** {@return the limits as they are now} */
    public ExecutorConfig config() {
        return entrance.config();
    }

    /** {@return what it has done so far} */
    public ExecutorCounters counters() {
        return new ExecutorCounters(
                state.admitted(),
                state.running(),
                entrance.waiting(),
                submitted.sum(),
                executed.sum(),
                failed.sum(),
                ranInCaller.sum(),
                entrance.rejected(),
                drained.sum());
    }

    @Override
    public void shutdown() {
        state.shutdown();
        entrance.tellOfEnd();
        wakeIfWaiting(); // If a thread could not be started before, now it must be.
        endIfTerminated();
    }

    @Override
    public List<Runnable> shutdownNow() {
        state.stop();
        entrance.tellOfEnd();
        pool.interrupt(this);
        List<Runnable> tasks = drain();
        endIfTerminated();
        return tasks;
    }

    @SuppressWarnings("ThreadPriorityCheck") // only if a producer lost its processor
    private List<Runnable> drain() {
        List<Runnable> tasks = new ArrayList<>();
        while (state.admitted() > 0) {
            if (state.tryDrain()) {
                Runnable task = queue.poll();
                if (task != null) {
                    tasks.add(task);
                }
            } else {
                settle();
                Thread.yield(); // Somebody is about to queue a task that was accepted before.
            }
        }
        drained.add(tasks.size());
        return tasks;
    }

    @Override
    public boolean isShutdown() {
        return state.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return state.isTerminated();
    }

    /** As its contract has it. In one of its own tasks it can only time out. */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return isTerminated() || awaitEnd(Math.max(0, unit.toNanos(timeout)));
    }

    private boolean awaitEnd(long timeoutNs) throws InterruptedException {
        long startNs = System.nanoTime();
        long remainingNs = timeoutNs;
        while (!terminated.await(Math.min(remainingNs, LOOK_NS), TimeUnit.NANOSECONDS) && !isTerminated()) {
            remainingNs = timeoutNs - (System.nanoTime() - startNs);
            if (remainingNs <= 0) {
                return false;
            }
            wakeIfWaiting();
        }
        return true;
    }

    /**
     * Shuts down and waits for all tasks; when interrupted, as by {@link #shutdownNow}, and is interrupted still. In
     * one of its own tasks it would wait for ever.
     */
    @Override
    public void close() {
        shutdown();
        boolean interrupted = false;
        while (terminated.getCount() > 0) {
            try {
                awaitEnd(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                if (!interrupted) {
                    shutdownNow();
                }
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "InjectionExecutor[" + entrance.load() + ", shutdown=" + isShutdown() + ", terminated=" + isTerminated()
                + "]";
    }
}
