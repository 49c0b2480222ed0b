/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import io.tailrace.benchmarks.lab.Waiting;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One way to run tasks, under test. One thread submits. */
interface Contestant extends AutoCloseable {
    /** Has the task run once. Blocks while the bound of waiting tasks is reached. */
    void submit(Runnable task);

    /** {@return what each task must release at its end; null if the contestant itself bounds the waiting tasks} */
    default @Nullable Semaphore room() {
        return null;
    }

    /** Waits for its threads to end. */
    @Override
    default void close() {}

    /**
     * The limits of a contestant.
     *
     * @param threads that run tasks
     * @param waiting the most tasks that wait besides
     */
    record Limits(int threads, int waiting) {
        /** {@return the most tasks that run and wait} */
        int all() {
            return threads + waiting;
        }
    }

    /**
     * An executor, bounded by itself or else by a semaphore. A JVM has executors of one class only, so the call has one
     * target.
     */
    class ExecutorContestant implements Contestant {
        private static final long END_TIMEOUT_MS = 10_000;

        private final ExecutorService executor;
        private final @Nullable Semaphore room;
        private final Runnable owner;

        /** @param owner closes the implementation of the executor */
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
     * The Disruptor, which has had no pool of workers since version 4. As its authors propose instead, each thread sees
     * every event and runs those whose number is its own modulo the number of threads. So a task waits for its thread
     * even if others are idle.
     */
    final class DisruptorContestant implements Contestant {
        private static final long END_TIMEOUT_S = 10;

        private final Disruptor<Event> disruptor;
        private final RingBuffer<Event> ring;

        /** A place in the ring. */
        private static final class Event {
            private @Nullable Runnable task;
        }

        DisruptorContestant(Limits limits) {
            int size = Integer.highestOneBit(2 * limits.all() - 1); // The ring requires a power of two.
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
}
