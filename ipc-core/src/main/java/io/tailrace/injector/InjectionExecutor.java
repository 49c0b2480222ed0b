/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.injector.ExecutorState.Admission;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An executor with limits of its own, whose tasks the threads of an {@link Injector} run. All that
 * {@link java.util.concurrent.ExecutorService} promises holds; besides:
 *
 * <ul>
 *   <li>Tasks are taken in the order in which they were submitted; with one worker they run in it.
 *   <li>What a task throws that was given to {@link #execute} goes to the injector's handler; its thread lives on.
 *   <li>{@link #shutdownNow} interrupts the threads that run its tasks, and no others; no task meets an interrupt that
 *       was meant for another. It does not reach tasks that whoever brought them runs.
 *   <li>Its limits may be changed at any time. Where fewer workers are allowed, those too many leave after their task.
 * </ul>
 *
 * <p>Any thread.
 */
public final class InjectionExecutor extends AbstractExecutorService implements AutoCloseable {
    private final WorkerPool pool;
    private final ExecutorState state = new ExecutorState();
    /** Never empty to who has taken a task in {@link #state}. Unbounded, so that limits can change. */
    private final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();

    private final Room room = new Room();
    private final CountDownLatch terminated = new CountDownLatch(1);
    private volatile ExecutorConfig config;

    private final LongAdder submitted = new LongAdder();
    private final LongAdder executed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder ranInCaller = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder drained = new LongAdder();

    InjectionExecutor(WorkerPool pool, ExecutorConfig config) {
        this.pool = pool;
        this.config = config;
    }

    /**
     * @throws RejectedExecutionException if it was shut down; if it is full and to abort; if it is full and the caller
     *     is interrupted while waiting, who then is interrupted still
     */
    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task);
        if (!isToWaitItsTurn() && tryAdmit()) {
            enqueue(task);
            return;
        }
        switch (config.whenFull()) {
            case ABORT -> throw full();
            case CALLER_RUNS -> runInCaller(task);
            case BLOCK -> {
                if (pool.isWorker(Thread.currentThread())) {
                    runInCaller(task);
                } else {
                    awaitRoom();
                    enqueue(task);
                }
            }
        }
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
        boolean admitted =
                timeout > 0 ? (!room.isAwaited() && tryAdmit()) || awaitRoom(unit.toNanos(timeout)) : tryAdmit();
        if (admitted) {
            enqueue(task);
        } else {
            rejected.increment();
        }
        return admitted;
    }

    /**
     * Runs the task at once, as one of the executor's and by the calling thread, if fewer run than may; else executes
     * it. What it throws then goes to the caller.
     *
     * @return whether it has run
     */
    public boolean maybeExecuteInline(Runnable task) {
        Objects.requireNonNull(task);
        if (!state.tryBeginUnqueued(config.maxWorkers())) {
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

    /** Who comes while others wait waits with them: else they might wait for as long as somebody comes. Workers never wait. */
    private boolean isToWaitItsTurn() {
        return room.isAwaited()
                && config.whenFull() == ExecutorConfig.WhenFull.BLOCK
                && !pool.isWorker(Thread.currentThread());
    }

    /** {@return whether it was; false if full} */
    private boolean tryAdmit() {
        Admission admission = state.tryAdmit(config.maxTasks());
        if (admission == Admission.CLOSED) {
            throw rejection("executor is shut down: executor=" + config.name(), null);
        }
        return admission == Admission.ADMITTED;
    }

    private void enqueue(Runnable task) {
        try {
            queue.add(task);
        } catch (Throwable e) { // No memory: then nothing has happened.
            state.withdraw();
            afterLeaving();
            throw e;
        }
        submitted.increment();
        // Volatile: pairs with Searchers.leave, Worker.work and change. Only the first of the waiting tasks is told of,
        // the rest is for who takes it. If nobody works here, maybe nobody could be started, so that is tried again.
        long before = state.publish();
        if (ExecutorState.ready(before) == 0 || ExecutorState.active(before) == 0) {
            wakeIfWaiting();
        }
    }

    private void wakeIfWaiting() {
        if (isWaiting()) {
            pool.wakeByProducer();
        }
    }

    private void runInCaller(Runnable task) {
        submitted.increment();
        ranInCaller.increment();
        boolean done = false;
        try {
            task.run();
            done = true;
        } finally {
            executed.increment();
            if (!done) {
                failed.increment();
            }
        }
    }

    private void awaitRoom() {
        try {
            awaitRoom(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw rejection("interrupted while waiting for a full executor: " + load(), e);
        }
    }

    private boolean awaitRoom(long timeoutNs) throws InterruptedException {
        wakeIfWaiting(); // If a thread could not be started before, now it must be.
        boolean admitted = room.await(this::tryAdmit, timeoutNs);
        if (admitted && state.tasks() < config.maxTasks()) {
            room.tellOne(); // Who makes room tells one of them, who tells the next.
        }
        return admitted;
    }

    private RejectedExecutionException full() {
        return rejection("executor is full: " + load(), null);
    }

    private String load() {
        ExecutorConfig limits = config;
        return "executor=" + limits.name() + ", running=" + state.active() + ", maxWorkers=" + limits.maxWorkers()
                + ", queued=" + state.admitted() + ", maxQueued=" + limits.maxQueued();
    }

    private RejectedExecutionException rejection(String text, @Nullable Throwable cause) {
        rejected.increment();
        return new RejectedExecutionException(text, cause);
    }

    /** {@return whether a task waits that a further worker could take} */
    boolean isWaiting() {
        return state.isWaiting(config.maxWorkers());
    }

    /** Worker: takes a task. Who does must run it by {@link #runTasks}, then {@link #leave}. */
    boolean tryBegin() {
        return state.tryBegin(config.maxWorkers());
    }

    /** Worker: runs the task that it has taken, and those that follow. */
    void runTasks(CurrentExecutor current) {
        current.begin(this);
        if (state.isStopped()) { // Since the task was taken: who stopped it may have missed this thread.
            Thread.currentThread().interrupt();
        }
        try {
            do {
                run(Objects.requireNonNull(queue.poll()));
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
        if (!state.tryContinue(config.maxWorkers())) {
            return false;
        }
        tellOfRoom();
        if (Thread.interrupted() && state.isStopped()) { // Meant for the task that was taken just before.
            Thread.currentThread().interrupt();
        }
        return true;
    }

    /** Worker: gives back the slot that it took. */
    void leave() {
        state.leave();
        afterLeaving();
    }

    /** After a task has ended. Volatile: pairs with {@link Room#announce}. */
    private void tellOfRoom() {
        if (room.isAwaited() && state.tasks() <= config.tasksToGoOn()) {
            room.tellOne();
        }
    }

    private void afterLeaving() {
        tellOfRoom();
        endIfTerminated();
    }

    private void endIfTerminated() {
        if (state.isTerminated()) {
            pool.sources().remove(this);
            terminated.countDown();
        }
    }

    /**
     * Changes how many tasks may run at the same time.
     *
     * @throws IllegalArgumentException if out of range, see {@link ExecutorConfig}
     */
    public void setMaxWorkers(int maxWorkers) {
        change(limits -> limits.withMaxWorkers(maxWorkers));
    }

    /**
     * Changes how many tasks may wait.
     *
     * @throws IllegalArgumentException if out of range, see {@link ExecutorConfig}
     */
    public void setMaxQueued(int maxQueued) {
        change(limits -> limits.withMaxQueued(maxQueued));
    }

    private void change(UnaryOperator<ExecutorConfig> change) {
        synchronized (this) {
            config = change.apply(config);
        }
        // After the store. Volatile: pairs with enqueue and awaitRoom, which look at the limits last.
        room.tellAll();
        wakeIfWaiting();
    }

    /** {@return the limits as they are now} */
    public ExecutorConfig config() {
        return config;
    }

    /** {@return what it has done so far} */
    public ExecutorCounters counters() {
        return new ExecutorCounters(
                state.admitted(),
                state.active(),
                room.waiting(),
                submitted.sum(),
                executed.sum(),
                failed.sum(),
                ranInCaller.sum(),
                rejected.sum(),
                drained.sum());
    }

    @Override
    public void shutdown() {
        state.shutdown();
        room.tellAll();
        wakeIfWaiting(); // If a thread could not be started before, now it must be.
        endIfTerminated();
    }

    @Override
    public List<Runnable> shutdownNow() {
        state.stop();
        room.tellAll();
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
                tasks.add(Objects.requireNonNull(queue.poll()));
            } else {
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
        return isTerminated() || terminated.await(timeout, unit);
    }

    /** Shuts down and waits for all tasks; when interrupted, as by {@link #shutdownNow}, and is interrupted still. */
    @Override
    public void close() {
        shutdown();
        boolean interrupted = false;
        while (terminated.getCount() > 0) {
            try {
                terminated.await();
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
        return "InjectionExecutor[" + load() + ", shutdown=" + isShutdown() + ", terminated=" + isTerminated() + "]";
    }
}
