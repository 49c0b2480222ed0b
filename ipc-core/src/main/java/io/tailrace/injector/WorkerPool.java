/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The worker threads of an injector: who is awake, who sleeps, and who wakes whom. Any thread. */
final class WorkerPool {
    private final InjectorConfig config;
    private final Sources sources;
    private final PoolCounters counters = new PoolCounters();
    private final Searchers searchers = new Searchers();
    private final Sleepers sleepers = new Sleepers();
    /** Those that may have begun to run; each adds itself before it looks for work. */
    private final Map<Thread, Worker> workers = new ConcurrentHashMap<>();
    /** Those that were or are about to be started, and have not ended. */
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

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
        if (searchers.tryEnterFirst()) {
            counter.increment();
            Worker sleeper = sleepers.take();
            if (sleeper != null) {
                sleeper.wake();
            } else {
                start();
            }
        }
    }

    /**
     * Starts a thread, which is counted as searching already. If that fails, somebody may meanwhile have gone to sleep
     * on the strength of it, and has to be woken. If there is nobody, the tasks wait for the next one that is
     * submitted.
     */
    private void start() {
        try {
            Thread thread = config.threadFactory().newThread(() -> work(Thread.currentThread()));
            if (thread == null) {
                throw new IllegalStateException("the thread factory gave no thread");
            }
            threads.add(thread);
            try {
                thread.start();
            } catch (Throwable e) {
                threads.remove(thread);
                throw e;
            }
            counters.threadsStarted.increment();
        } catch (Throwable e) {
            counters.startFailures.increment();
            searchers.leave();
            if (sleepers.count() > 0 && sources.haveWork()) {
                wakeByWorker();
            }
            report(new IllegalStateException(
                    "cannot start a worker thread: threads=" + threads.size() + "; its tasks wait for another", e));
        }
    }

    private void work(Thread thread) {
        Worker worker = new Worker(this, thread);
        workers.put(thread, worker);
        try {
            worker.run();
        } finally {
            workers.remove(thread);
            threads.remove(thread);
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
     * {@return whether a worker may go on looking. One at a time: workers that together idle for more than real time
     * passes are more than one}
     */
    boolean maySearch() {
        return searchers.count() <= 1;
    }

    boolean isWorker(Thread thread) {
        return workers.containsKey(thread);
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
