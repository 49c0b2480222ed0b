/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.live.Counter;
import io.tailrace.samples.summarizer.syslog.Message;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stages without joints: whoever puts an item handles it. Several threads may do so, for there is a lock around the
 * summaries of each summarizer, as in the first design of the article.
 */
final class DirectStages implements Stages {
    @Override
    public Stage<Message> forMessages(String name, int threads, Stage.Handler<Message> handler) {
        return new DirectStage<>(name, handler, new LongAdder());
    }

    @Override
    public SerialStage<Event> forEvents(String name, Stage.Handler<Event> handler) {
        return new LockedStage<>(name, handler, new ReentrantLock(), new Counter());
    }

    @Override
    public void close() {} // They run on nothing.

    private record DirectStage<T>(String name, Handler<T> handler, LongAdder count) implements Stage<T> {
        @Override
        public void put(T item) throws InterruptedException {
            handler.handle(item);
            count.increment();
        }

        @Override
        public double fill() {
            return 0;
        }

        @Override
        public long handledCount() {
            return count.sum();
        }

        @Override
        public void finish() {} // Nothing waits.
    }

    private record LockedStage<T>(String name, Handler<T> handler, Lock lock, Counter count) implements SerialStage<T> {
        @Override
        public void put(T item) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                handler.handle(item);
                count.increment();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void runBetween(Runnable work) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                work.run();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public double fill() {
            return 0;
        }

        @Override
        public long handledCount() {
            return count.get();
        }

        @Override
        public void finish() {} // Nothing waits.
    }
}
