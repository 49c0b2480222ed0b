/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.Tailrace;
import io.tailrace.benchmarks.injector.Contestant.DisruptorContestant;
import io.tailrace.benchmarks.injector.Contestant.ExecutorContestant;
import io.tailrace.benchmarks.injector.Contestant.Limits;
import io.tailrace.benchmarks.lab.Jdk.VirtualThreads;
import io.tailrace.dispatch.Strategy;
import io.tailrace.injector.ExecutorConfig;
import io.tailrace.injector.ExecutorConfig.WhenFull;
import io.tailrace.injector.Injector;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Ways to run tasks that one thread hands over: executors, and dispatches of a stream. */
enum Kind {
    INJECTOR("tailrace/injector"),
    THREAD_POOL("thread-pool"),
    FORK_JOIN("fork-join"),
    VIRTUAL_THREADS("virtual-threads"),
    DISRUPTOR("disruptor"),
    /** No executor: a loop on each processor that runs tasks, the limit. */
    LOOPS("plain-loops"),
    /** A loop that polls: one thread. */
    PLAIN_POLL("plain-poll"),
    PC_INJECTOR(Strategy.PRODUCE_CONSUME, "injector"),
    PEC_INJECTOR(Strategy.PRODUCE_EXECUTE_CONSUME, "injector"),
    EPC_INJECTOR(Strategy.EXECUTE_PRODUCE_CONSUME, "injector"),
    PEC_POOL(Strategy.PRODUCE_EXECUTE_CONSUME, "pool"),
    EPC_POOL(Strategy.EXECUTE_PRODUCE_CONSUME, "pool"),
    PEC_VIRTUAL(Strategy.PRODUCE_EXECUTE_CONSUME, "virtual"),
    EPC_VIRTUAL(Strategy.EXECUTE_PRODUCE_CONSUME, "virtual");

    /** The most handlers of a dispatch that run at once: enough to continue while some sleep. */
    static final int WORKERS = 16;

    private final String candidate;
    private final @Nullable Strategy strategy;
    private final String threads;

    Kind(String candidate) {
        this.candidate = candidate;
        this.strategy = null;
        this.threads = "";
    }

    Kind(Strategy strategy, String threads) {
        this.candidate = "tailrace/" + strategy.name().toLowerCase(Locale.ROOT).replace('_', '-') + "/" + threads;
        this.strategy = strategy;
        this.threads = threads;
    }

    /** {@return the executors of a JDK} */
    static List<Kind> executors(int jdk) {
        return on(jdk, INJECTOR, THREAD_POOL, FORK_JOIN, VIRTUAL_THREADS, DISRUPTOR, LOOPS);
    }

    /** {@return the dispatches of a JDK, and the plain loop} */
    static List<Kind> dispatches(int jdk) {
        return on(jdk, values()).stream().filter(Kind::isDispatch).toList();
    }

    private static List<Kind> on(int jdk, Kind... all) {
        return Stream.of(all)
                .filter(kind -> VirtualThreads.areIn(jdk) || !kind.candidate.contains("virtual"))
                .toList();
    }

    /** {@return the name in the raw data} */
    String candidate() {
        return candidate;
    }

    boolean isDispatch() {
        return strategy != null || this == PLAIN_POLL;
    }

    /** {@return its threads, which are still idle} */
    Contestant start(Limits limits, @Nullable Tailrace client) {
        return switch (this) {
            case INJECTOR -> injector(limits);
            case THREAD_POOL -> new ExecutorContestant(threadPool(limits), null, () -> {});
            case FORK_JOIN -> new ExecutorContestant(forkJoin(limits), new Semaphore(limits.all()), () -> {});
            case VIRTUAL_THREADS ->
                new ExecutorContestant(VirtualThreads.newExecutor(), new Semaphore(limits.all()), () -> {});
            case DISRUPTOR -> new DisruptorContestant(limits);
            case LOOPS -> Runnable::run;
            case PLAIN_POLL -> StreamContestant.polling(client);
            default -> dispatch(client);
        };
    }

    private static Contestant injector(Limits limits) {
        Injector injector = new Injector();
        ExecutorService executor =
                injector.newExecutor(new ExecutorConfig("bench", limits.threads(), limits.waiting(), WhenFull.BLOCK));
        return new ExecutorContestant(executor, null, injector::close);
    }

    /** Its producer waits in the queue itself: no task is dropped or requeued. */
    private static ExecutorService threadPool(Limits limits) {
        BlockingQueue<Runnable> queue =
                limits.waiting() == 0 ? new SynchronousQueue<>() : new LinkedBlockingQueue<>(limits.waiting());
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                limits.threads(), limits.threads(), 0, TimeUnit.SECONDS, queue, (task, full) -> put(queue, task));
        pool.prestartAllCoreThreads();
        return pool;
    }

    static void put(BlockingQueue<Runnable> queue, Runnable task) {
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

    private Contestant dispatch(@Nullable Tailrace client) {
        int count = WORKERS + 1; // One only reads, if the strategy requires that.
        Injector injector = new Injector(); // Has no thread unless the executor belongs to it.
        ExecutorService executor =
                switch (threads) {
                    case "injector" -> injector.newExecutor(ExecutorConfig.of("dispatch", count));
                    case "pool" -> Executors.newFixedThreadPool(count);
                    default -> VirtualThreads.newExecutor();
                };
        return StreamContestant.dispatched(client, strategy, executor, injector::close);
    }
}
