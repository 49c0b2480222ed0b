/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The worker threads of an injector: who is awake, who sleeps, and who wakes whom. Any thread. */
final class WorkerPool {
    /** More than it takes to wake a worker, to take a failed start back, or to queue a task. */
    private static final int FRAMES = 64;

    private final InjectorConfig config;
    private final Sources sources;
    private final PoolCounters counters = new PoolCounters();
    private final Searchers searchers = new Searchers();
    private final Sleepers sleepers = new Sleepers();
    /** Those that may have begun to run; each adds itself before it looks for work. */
    private final Map<Thread, Worker> workers = new ConcurrentHashMap<>();
    /** Those that were or are about to be started, and have not ended. */
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    /**
     * The one that was started and has not begun. It is counted as a searcher, and while it is, no other is started.
     */
    private final AtomicReference<@Nullable Newcomer> newcomer = new AtomicReference<>();
    /** Set in threads that run tasks: workers, and whoever runs one inline. */
    private final ThreadLocal<@Nullable Boolean> inTask = new ThreadLocal<>();

    /** A thread on its way. Whoever takes it out of {@link #newcomer} has its count: itself, or who finds it dead. */
    private static final class Newcomer {
        private volatile @Nullable Thread thread;

        boolean isDead() {
            Thread started = thread;
            return started != null && started.getState() == Thread.State.TERMINATED;
        }
    }

    WorkerPool(InjectorConfig config, Sources sources) {
        this.config = config;
        this.sources = sources;
    }

    Sources sources() {
        return sources;
    }

    Sleepers sleepers() {
        return sleepers;
    }

    PoolCounters counters() {
        return counters;
    }

    long keepAliveNs() {
        return config.keepAlive().toNanos();
    }

    InjectorCounters snapshot() {
        return counters.snapshot(threads.size(), sleepers.count());
    }

    /** There is work that nobody may know of. */
    void wakeByProducer() {
        wake(counters.wakesByProducers);
    }

    /** The same, noticed by a worker. */
    void wakeByWorker() {
        wake(counters.wakesByWorkers);
    }

    private void wake(LongAdder counter) {
        Newcomer dead = newcomer.get();
        if (dead == null ? searchers.count() == 0 : dead.isDead()) {
            reserveStack();
            if (dead == null ? searchers.tryEnterFirst() : tryReplace(dead)) {
                counter.increment();
                Worker sleeper = sleepers.take();
                if (sleeper != null) {
                    sleeper.wake();
                } else {
                    start();
                }
            }
        }
    }

    /** Fails where the stack is about to end, before anything is counted: nobody could take it back then. */
    static void reserveStack() {
        reserveStack(FRAMES);
    }

    private static int reserveStack(int frames) {
        return frames == 0 ? 0 : 1 + reserveStack(frames - 1);
    }

    /** It has died before it called what it was made for. Returns whether the caller has its count now. */
    private boolean tryReplace(Newcomer dead) {
        if (!newcomer.compareAndSet(dead, null)) {
            return false;
        }
        forget(dead);
        report(new IllegalStateException(
                "a worker thread has ended before it began: thread=" + dead.thread + "; another one takes its place"));
        return true;
    }

    /**
     * Starts a thread, which is counted as searching already. If that fails, somebody may meanwhile have gone to sleep
     * on the strength of it, and has to be woken. If there is nobody, the tasks wait for the next one that is
     * submitted.
     */
    private void start() {
        Newcomer starting = new Newcomer();
        newcomer.set(starting);
        try {
            Thread thread = config.threadFactory().newThread(() -> work(starting));
            if (thread == null) {
                throw new IllegalStateException("the thread factory gave no thread");
            }
            threads.add(thread);
            starting.thread = thread;
            thread.start();
            counters.threadsStarted.increment();
        } catch (Throwable e) {
            if (newcomer.compareAndSet(starting, null)) { // Else its factory has started it.
                notStarted(starting, e);
            }
        }
    }

    private void forget(Newcomer failed) {
        Thread thread = failed.thread;
        if (thread != null) {
            threads.remove(thread);
        }
        counters.startFailures.increment();
    }

    private void notStarted(Newcomer failed, Throwable e) {
        forget(failed);
        searchers.leave();
        if (sleepers.count() > 0 && sources.haveWork()) {
            wakeByWorker();
        }
        report(new IllegalStateException(
                "cannot start a worker thread: threads=" + threads.size() + "; its tasks wait for another", e));
    }

    private void work(Newcomer me) {
        if (!newcomer.compareAndSet(me, null)) {
            return; // It was given up, or this is the second call: it is counted no more.
        }
        Thread thread = Thread.currentThread();
        try {
            newWorker(thread).run();
        } finally {
            inTask.remove();
            workers.remove(thread);
            threads.remove(thread);
        }
    }

    private Worker newWorker(Thread thread) {
        try {
            inTask.set(true);
            Worker worker = new Worker(this, thread);
            workers.put(thread, worker);
            return worker;
        } catch (Throwable e) { // No memory.
            leaveSearch();
            throw e;
        }
    }

    void enterSearch() {
        searchers.enter();
    }

    /** A worker has found a task, which it has not begun, or goes to sleep, and can be found by others already. */
    void leaveSearch() {
        if (searchers.leave() && sources.haveWork()) {
            wakeByWorker();
        }
    }

    /**
     * {@return whether a worker without a task may go on looking} Only one at a time: a second searcher finds no more.
     */
    boolean maySearch() {
        return searchers.count() <= 1;
    }

    /** {@return whether the calling thread runs a task of one of the executors} */
    boolean isInTask() {
        return inTask.get() != null;
    }

    /** Has the calling thread run a task. */
    void runInTask(Runnable task) {
        if (isInTask()) {
            task.run();
            return;
        }
        try {
            inTask.set(true);
            task.run();
        } finally {
            inTask.remove();
        }
    }

    /** Interrupts the workers that run tasks of this executor. */
    void interrupt(InjectionExecutor executor) {
        workers.values().forEach(worker -> worker.current().interrupt(executor));
    }

    /** Tells the handler, which is not to throw either. */
    void report(Throwable error) {
        try {
            config.uncaughtHandler().uncaughtException(Thread.currentThread(), error);
        } catch (Throwable ignored) {
            // As the JVM does with what such a handler throws.
        }
    }

    /** Ends all threads; there are no tasks any more. */
    void close() {
        sleepers.close();
        for (Worker sleeper = sleepers.take(); sleeper != null; sleeper = sleepers.take()) {
            searchers.enter();
            sleeper.wake();
        }
        UninterruptedJoin.all(threads);
    }
}
