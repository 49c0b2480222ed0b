/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import io.tailrace.benchmarks.injector.Kind.Contestant.Limits;
import io.tailrace.benchmarks.lab.Jdk.VirtualThreads;
import io.tailrace.benchmarks.lab.Waiting;
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
import org.jspecify.annotations.Nullable;

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

    /**
     * An executor, its bound its own or, where it has none, a semaphore. One JVM has executors of one class only, so
     * that the call has one target.
     */
    static final class ExecutorContestant implements Contestant {
        private static final long END_TIMEOUT_MS = 10_000;

        private final ExecutorService executor;
        private final @Nullable Semaphore room;
        private final Runnable owner;

        /** @param owner closes what is behind the executor */
        ExecutorContestant(ExecutorService executor, @Nullable Semaphore room, Runnable owner) {
            this.executor = executor;
            this.room = room;
            this.owner = owner;
        }

        @Override
        public void submit(Runnable task) {
            if (room != null) {
                room.acquireUninterruptibly();
            }
            executor.execute(task);
        }

        @Override
        public @Nullable Semaphore room() {
            return room;
        }

        @Override
        public void close() {
            executor.shutdown();
            Waiting.until(executor::isTerminated, END_TIMEOUT_MS, () -> "an executor does not end: " + executor);
            owner.run();
        }
    }

    /**
     * The Disruptor as its authors propose since version 4 has no pool of workers any more: each thread sees every
     * event
     * and runs those whose number is its own modulo the number of threads. So a task waits for its thread, even if
     * others have nothing to do.
     */
    static final class DisruptorContestant implements Contestant {
        private static final long END_TIMEOUT_S = 10;

        private final Disruptor<Event> disruptor;
        private final RingBuffer<Event> ring;

        /** A place in the ring. */
        private static final class Event {
            private @Nullable Runnable task;
        }

        DisruptorContestant(Limits limits) {
            int size = Integer.highestOneBit(2 * limits.all() - 1); // As the ring must be: the next power of two.
            disruptor = new Disruptor<>(
                    Event::new, size, DisruptorContestant::newThread, ProducerType.SINGLE, new BlockingWaitStrategy());
            for (int thread = 0; thread < limits.threads(); thread++) {
                disruptor.handleEventsWith(handler(thread, limits.threads()));
            }
            ring = disruptor.start();
        }

        private static EventHandler<Event> handler(int thread, int threads) {
            return (event, sequence, endOfBatch) -> {
                Runnable task = event.task;
                if (sequence % threads == thread && task != null) {
                    task.run();
                }
            };
        }

        private static Thread newThread(Runnable worker) {
            Thread thread = new Thread(worker, "disruptor");
            thread.setDaemon(true);
            return thread;
        }

        @Override
        public void submit(Runnable task) {
            long sequence = ring.next();
            ring.get(sequence).task = task;
            ring.publish(sequence);
        }

        @Override
        public void close() {
            try {
                disruptor.shutdown(END_TIMEOUT_S, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                throw new IllegalStateException("a disruptor does not end: waited=" + END_TIMEOUT_S + " s", e);
            }
        }
    }

    /** An executor under test. One thread submits. */
    interface Contestant extends AutoCloseable {
        /** Has the task run once. Blocks while as many wait as may. */
        void submit(Runnable task);

        /** {@return what each task has to release at its end; null where the executor itself bounds how many wait} */
        default @Nullable Semaphore room() {
            return null;
        }

        /** Waits for its threads to end. */
        @Override
        default void close() {}

        /**
         * The limits of an executor.
         *
         * @param threads that run tasks
         * @param waiting most tasks that wait beside
         */
        record Limits(int threads, int waiting) {
            /** {@return most tasks that run and wait} */
            int all() {
                return threads + waiting;
            }
        }
    }
}
