/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import io.tailrace.benchmarks.injector.Contestant.Limits;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The Disruptor as its authors propose since version 4 has no pool of workers any more: each thread sees every event
 * and runs those whose number is its own modulo the number of threads. So a task waits for its thread, even if others
 * have nothing to do.
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
