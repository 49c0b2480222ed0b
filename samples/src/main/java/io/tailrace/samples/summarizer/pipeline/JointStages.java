/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.joint.Joint;
import io.tailrace.samples.summarizer.joint.JointKind;
import io.tailrace.samples.summarizer.live.Counter;
import io.tailrace.samples.summarizer.syslog.Message;
import java.util.ArrayList;
import java.util.List;

/** Stages with threads of their own, behind a joint. */
final class JointStages implements Stages {
    private final JointKind kind;
    private final int capacity;
    private final Crew crew;

    JointStages(JointKind kind, int capacity, Crew crew) {
        this.kind = kind;
        this.capacity = capacity;
        this.crew = crew;
    }

    @Override
    public Stage<Message> forMessages(String name, int threads, Stage.Handler<Message> handler) {
        return new JointStage<>(name, kind.newForManyConsumers(capacity), threads, handler, crew);
    }

    @Override
    public SerialStage<Event> forEvents(String name, Stage.Handler<Event> handler) {
        return new JointStage<>(name, kind.newForOneConsumer(capacity), 1, handler, crew);
    }

    @Override
    public void close() {} // Their threads end with the crew.

    /** Goes through the joint as the items do. */
    private record Between(Runnable work) {}

    /** With one thread it is a serial stage. */
    private static final class JointStage<T> implements SerialStage<T> {
        private final String name;
        private final Joint<Object> joint;
        private final Handler<T> handler;
        private final List<Thread> threads = new ArrayList<>();
        /** Each thread has its own. */
        private final List<Counter> handledCounts = new ArrayList<>();

        JointStage(String name, Joint<Object> joint, int threadCount, Handler<T> handler, Crew crew) {
            this.name = name;
            this.joint = joint;
            this.handler = handler;
            for (int i = 1; i <= threadCount; i++) {
                Counter handledCount = new Counter();
                handledCounts.add(handledCount);
                threads.add(crew.start(name + '-' + i, () -> handleAll(handledCount)));
            }
        }

        @SuppressWarnings("unchecked") // All but what comes in between is what put has put.
        private void handleAll(Counter handledCount) throws InterruptedException {
            Object item = joint.take();
            while (item != null) {
                if (item instanceof Between between) {
                    between.work.run();
                } else {
                    handler.handle((T) item);
                    handledCount.increment();
                }
                item = joint.take();
            }
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void put(T item) throws InterruptedException {
            joint.put(item);
        }

        @Override
        public void runBetween(Runnable work) throws InterruptedException {
            joint.put(new Between(work));
        }

        @Override
        public long handledCount() {
            return handledCounts.stream().mapToLong(Counter::get).sum();
        }

        @Override
        public double fill() {
            return Math.min(1, (double) joint.size() / joint.capacity());
        }

        @Override
        public void finish() throws InterruptedException {
            joint.close();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
