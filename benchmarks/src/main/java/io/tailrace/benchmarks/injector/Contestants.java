/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.lab.VirtualThreads;
import io.tailrace.injector.ExecutorConfig;
import io.tailrace.injector.ExecutorConfig.WhenFull;
import io.tailrace.injector.InjectionExecutor;
import io.tailrace.injector.Injector;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Makes the executors under test. */
final class Contestants {
    private Contestants() {}

    static Contestant of(Kind kind, Limits limits) {
        return switch (kind) {
            case INJECTOR -> injector(limits);
            case THREAD_POOL -> new ExecutorContestant(threadPool(limits), null, () -> {});
            case FORK_JOIN -> new ExecutorContestant(forkJoin(limits), room(limits), () -> {});
            case VIRTUAL_THREADS -> new ExecutorContestant(VirtualThreads.newExecutor(), room(limits), () -> {});
            case DISRUPTOR -> new DisruptorContestant(limits);
            case LOOPS -> new Loop();
        };
    }

    private static Contestant injector(Limits limits) {
        Injector injector = new Injector();
        InjectionExecutor executor =
                injector.newExecutor(new ExecutorConfig("bench", limits.threads(), limits.waiting(), WhenFull.BLOCK));
        return new ExecutorContestant(executor, null, injector::close);
    }

    /** Its producer waits in the queue itself: no task is dropped, and none goes round. */
    private static ExecutorService threadPool(Limits limits) {
        BlockingQueue<Runnable> queue =
                limits.waiting() == 0 ? new SynchronousQueue<>() : new LinkedBlockingQueue<>(limits.waiting());
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                limits.threads(), limits.threads(), 0, TimeUnit.SECONDS, queue, (task, full) -> put(queue, task));
        pool.prestartAllCoreThreads();
        return pool;
    }

    private static void put(BlockingQueue<Runnable> queue, Runnable task) {
        try {
            queue.put(task);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RejectedExecutionException("interrupted", e);
        }
    }

    private static ExecutorService forkJoin(Limits limits) {
        return new ForkJoinPool(limits.threads(), ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
    }

    /** For who has no bound of its own. */
    private static Semaphore room(Limits limits) {
        return new Semaphore(limits.all());
    }

    /** Runs tasks at once. */
    private static final class Loop implements Contestant {
        @Override
        public void submit(Runnable task) {
            task.run();
        }

        @Override
        public void close() {
            // It has nothing.
        }
    }
}
