/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.CounterSource;
import io.tailrace.injector.ExecutorConfig.WhenFull;
import io.tailrace.injector.Worker.CurrentExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * An executor with limits of its own, whose tasks the threads of an {@link Injector} run. It fulfils the contract of
 * {@link java.util.concurrent.ExecutorService}. In addition:
 *
 * <ul>
 *   <li>Tasks are taken in the order in which they were submitted; with one worker they run in that order.
 *   <li>No more tasks run at the same time than the executor may have workers.
 *   <li>A task of the same injector, of any of its executors, never waits for room when it submits another task: that
 *       one is accepted beyond the limit, counted and queued like any other. Workers that waited for each other's
 *       queues would wait forever; if they ran the task themselves, limits, order and stack depth would not hold. So
 *       BLOCK holds back only external producers; {@link #tryExecute} waits for the given time, whatever thread calls
 *       it.
 *   <li>If a task passed to {@link #execute} throws, the injector's handler is notified; its thread survives.
 *   <li>{@link #shutdownNow} interrupts the threads that run tasks of this executor, and no others; no task receives an
 *       interrupt that was meant for another.
 *   <li>Changes that a task makes to its thread (thread-locals, name, priority, context class loader) are visible to
 *       later tasks, including those of other executors. {@link InjectorConfig} describes the initial state of a
 *       thread.
 *   <li>The bulk calls are the JDK's: {@code invokeAll} and {@code invokeAny} check their time limit between two tasks,
 *       and not while {@link #execute} waits for room.
 * </ul>
 *
 * <p>Any thread.
 */
public final class InjectionExecutor extends AbstractExecutorService implements AutoCloseable {
    /** How often a thread that awaits the end checks whether the thread that was to run the last tasks has died. */
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Injector injector;
    private final ExecutorState state = new ExecutorState();
    private final LongAdder submitted = new LongAdder();
    private final LongAdder executed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder drained = new LongAdder();
    /** The tasks that were admitted and not taken. Unbounded, because tasks may submit beyond the limit. */
    private final ConcurrentLinkedQueue<Runnable> queue;

    private final BlockedProducers blocked = new BlockedProducers();
    private final CountDownLatch terminated = new CountDownLatch(1);
    private final ExecutorConfig config;
    /** Tasks that were admitted and not counted as ready, because {@link #add} failed. Under the lock of the queue. */
    private volatile int owed;

    InjectionExecutor(Injector injector, ExecutorConfig config, ConcurrentLinkedQueue<Runnable> queue) {
        this.injector = injector;
        this.config = config;
        this.queue = queue;
    }

    /**
     * @throws RejectedExecutionException if the executor was shut down; if it is full and has ABORT; if the caller is
     *     interrupted while it waits for room, and then its interrupt status is set; if 16,777,215 tasks wait already
     */
    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task);
        execute(task, false);
    }

    /** Also admits the task, unless it is admitted already: no call that may fail comes before the guard. */
    private void execute(Runnable task, boolean admitted) {
        if (!admitted && ((blocked.any() && mayWait()) || !tryAdmit())) { // Those who wait come first.
            admitToFull();
        }
        long before;
        try {
            before = add(task);
        } catch (Throwable e) { // No memory, or no stack, not even for a call that takes the count back.
            synchronized (queue) {
                owed++;
            }
            throw e;
        }
        wakeIfFirst(before);
    }

    /** Queues an admitted task. Returns the state before. */
    private long add(Runnable task) {
        queue.add(task);
        submitted.increment();
        return state.publish(); // Volatile: pairs with Searchers.leave and Worker.work.
    }

    /** Counts as ready the tasks for which {@link #add} failed. Each of them is in the queue or lost. */
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

    /** {@return whether the calling thread waits when there is no room} */
    private boolean mayWait() {
        return config.whenFull() == WhenFull.BLOCK && !injector.isInTask();
    }

    private boolean tryAdmit() {
        return tryAdmit(config.maxTasks());
    }

    private boolean tryAdmit(int limit) {
        boolean admitted = state.tryAdmit(limit);
        if (!admitted && state.isShutdown()) {
            throw rejection("executor is shut down: executor=" + config.name(), null);
        }
        return admitted;
    }

    /** Admits a task when there is room, or beyond the limit if the calling thread must not wait. */
    private void admitToFull() {
        if (mayWait()) {
            try {
                awaitRoom(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw rejection("interrupted while waiting for a full executor: " + load(), e);
            }
        } else if (config.whenFull() == WhenFull.ABORT || !tryAdmit(ExecutorState.MAX_ADMITTED)) {
            throw rejection("executor is full: " + load(), null);
        }
    }

    private boolean awaitRoom(long timeoutNs) throws InterruptedException {
        Injector.reserveStack();
        boolean admitted = blocked.await(this::tryAdmitOrWake, timeoutNs);
        try {
            if (admitted && state.tasks() < config.maxTasks()) {
                blocked.wakeOne(); // A worker that makes room wakes one producer, and that one wakes the next.
            }
        } catch (OutOfMemoryError e) {
            // The task is admitted, so it must be queued. The next producer looks by itself.
        }
        return admitted;
    }

    /** Called before each sleep. If a worker thread could not be started or has died, another one is started now. */
    private boolean tryAdmitOrWake() {
        boolean admitted = tryAdmit();
        if (!admitted && blocked.any()) {
            wakeIfWaiting();
        }
        return admitted;
    }

    /**
     * Executes the task as {@link #execute} does. But if the executor is full it waits for room, at most for the given
     * time, whatever {@link ExecutorConfig#whenFull} says.
     *
     * @return false if there was no room in time; then the task will not run
     * @throws RejectedExecutionException if the executor was shut down
     */
    public boolean tryExecute(Runnable task, long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(task);
        Injector.reserveStack();
        long timeoutNs = unit.toNanos(timeout);
        boolean admitted = timeoutNs > 0 ? (!blocked.any() && tryAdmit()) || awaitRoom(timeoutNs) : tryAdmit();
        if (admitted) {
            execute(task, true);
        } else {
            rejected.increment();
        }
        return admitted;
    }

    /**
     * Wakes a worker for the first waiting task; that worker handles the rest. Also if no worker runs, because perhaps
     * no thread could be started.
     */
    private void wakeIfFirst(long before) {
        if (ExecutorState.ready(before) == 0 || ExecutorState.active(before) == 0) {
            wakeIfWaiting();
        }
    }

    private void wakeIfWaiting() {
        settle();
        if (isWaiting()) {
            injector.wakeByProducer();
        }
    }

    /** {@return whether a task waits that a further worker could take} */
    boolean isWaiting() {
        return state.isWaiting(config.maxWorkers());
    }

    /** Takes a task. The worker must run it by {@link #runTasks}, then {@link #leave}. */
    boolean tryBegin() {
        return state.tryBegin(config.maxWorkers());
    }

    /** Runs the task that the worker has taken, and the tasks that follow. */
    void runTasks(CurrentExecutor current) {
        current.begin(this);
        if (state.isStopped()) { // The thread that stopped the executor may have missed this one. Pairs with begin.
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
            injector.report(e);
        } finally {
            executed.increment();
        }
    }

    private boolean tryContinue() {
        if (!state.tryContinue()) {
            return false;
        }
        wakeProducerIfRoom();
        if (Thread.interrupted() && state.isStopped()) { // The interrupt was meant for the task that was just taken.
            Thread.currentThread().interrupt();
        }
        return true;
    }

    /** Gives the worker's slot back. */
    void leave() {
        state.leave();
        settle();
        wakeProducerIfRoom();
        endIfTerminated();
    }

    /** Called after a task has ended. Volatile: pairs with {@link BlockedProducers#register}. */
    private void wakeProducerIfRoom() {
        if (blocked.any() && state.tasks() <= config.tasksToGoOn()) {
            blocked.wakeOne();
        }
    }

    private void endIfTerminated() {
        if (state.isTerminated()) {
            injector.executors.remove(this);
            terminated.countDown();
        }
    }

    /**
     * {@return a source of the work done by the executor, for {@link io.tailrace.Tailrace#addCounters}} Each figure is
     * read separately, so they are consistent only at rest; then {@code submitted = executed + drained}. Failed tasks
     * are among the executed ones; {@link #shutdownNow} has given the drained ones back.
     */
    public CounterSource counterSource() {
        return sink -> {
            sink.level("queued", state.admitted());
            sink.level("running", state.active());
            sink.level("waitingProducers", blocked.count());
            sink.total("submitted", submitted.sum());
            sink.total("executed", executed.sum());
            sink.total("failed", failed.sum());
            sink.total("rejected", rejected.sum());
            sink.total("drained", drained.sum());
        };
    }

    @Override
    public void shutdown() {
        state.shutdown();
        blocked.wakeAll();
        wakeIfWaiting(); // If a thread could not be started before, this tries again.
        endIfTerminated();
    }

    @Override
    public List<Runnable> shutdownNow() {
        state.stop();
        blocked.wakeAll();
        injector.interrupt(this);
        List<Runnable> tasks = drain();
        drained.add(tasks.size());
        endIfTerminated();
        return tasks;
    }

    /** Takes all tasks that were admitted, once the state lets workers take none. */
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
                Thread.yield(); // A producer is about to queue a task that was accepted before.
            }
        }
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

    /** Waits according to its contract. A task of this executor that waits here can only time out. */
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
     * Shuts down and waits for all tasks. If the caller is interrupted, this calls {@link #shutdownNow}, continues to
     * wait, and sets the interrupt status at the end. A task of this executor that calls this waits forever.
     */
    @Override
    public void close() {
        shutdown();
        boolean interrupted = false;
        while (!isTerminated()) { // Not the latch: a worker without memory may not have come so far.
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

    private RejectedExecutionException rejection(String text, @Nullable Throwable cause) {
        rejected.increment();
        return new RejectedExecutionException(text, cause);
    }

    private String load() {
        return "executor=" + config.name() + ", running=" + state.active() + ", maxWorkers=" + config.maxWorkers()
                + ", queued=" + state.admitted() + ", maxQueued=" + config.maxQueued();
    }

    @Override
    public String toString() {
        return "InjectionExecutor[" + load() + ", shutdown=" + isShutdown() + ", terminated=" + isTerminated() + "]";
    }
}
