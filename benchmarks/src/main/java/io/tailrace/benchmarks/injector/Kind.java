/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.injector.Contestant.Limits;
import io.tailrace.benchmarks.lab.VirtualThreads;
import io.tailrace.injector.ExecutorConfig;
import io.tailrace.injector.ExecutorConfig.WhenFull;
import io.tailrace.injector.InjectionExecutor;
import io.tailrace.injector.Injector;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The kinds of executors that are compared. */
enum Kind {
    INJECTOR("tailrace/injector"),
    THREAD_POOL("thread-pool"),
    FORK_JOIN("fork-join"),
    VIRTUAL_THREADS("virtual-threads"),
    DISRUPTOR("disruptor"),
    /** No executor: a loop on each processor that runs tasks, the limit. */
    LOOPS("plain-loops");

    private final String candidate;

    Kind(String candidate) {
        this.candidate = candidate;
    }

    /** {@return what there is with a JDK} */
    static List<Kind> on(int jdk) {
        return Stream.of(values())
                .filter(kind -> kind != VIRTUAL_THREADS || VirtualThreads.areIn(jdk))
                .toList();
    }

    /** {@return what stands in the raw data} */
    String candidate() {
        return candidate;
    }

    Contestant start(Limits limits) {
        return switch (this) {
            case INJECTOR -> injector(limits);
            case THREAD_POOL -> new ExecutorContestant(threadPool(limits), null, () -> {});
            case FORK_JOIN -> new ExecutorContestant(forkJoin(limits), new Semaphore(limits.all()), () -> {});
            case VIRTUAL_THREADS ->
                new ExecutorContestant(VirtualThreads.newExecutor(), new Semaphore(limits.all()), () -> {});
            case DISRUPTOR -> new DisruptorContestant(limits);
            case LOOPS -> Runnable::run;
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
}
