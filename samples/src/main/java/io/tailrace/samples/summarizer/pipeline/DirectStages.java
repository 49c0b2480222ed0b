/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.syslog.Message;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stages without joints: whoever puts an item handles it. Several threads may do so, for there is a lock around the
 * summaries of each summarizer, as in the first design of the article.
 */
final class DirectStages implements Stages {
    @Override
    public Stage<Message> forMessages(String name, int threads, Stage.Handler<Message> handler) {
        return new DirectStage<>(name, handler);
    }

    @Override
    public Stage<Event> forEvents(String name, Stage.Handler<Event> handler) {
        Lock lock = new ReentrantLock();
        return new DirectStage<>(name, event -> {
            lock.lockInterruptibly();
            try {
                handler.handle(event);
            } finally {
                lock.unlock();
            }
        });
    }

    @Override
    public void close() {} // They run on nothing.

    private record DirectStage<T>(String name, Handler<T> handler) implements Stage<T> {
        @Override
        public void put(T item) throws InterruptedException {
            handler.handle(item);
        }

        @Override
        public double fill() {
            return 0;
        }

        @Override
        public void finish() {} // Nothing waits.
    }
}
