/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.Tailrace;
import io.tailrace.injector.ExecutorConfig;
import io.tailrace.injector.InjectionExecutor;
import io.tailrace.injector.Injector;
import io.tailrace.injector.InjectorConfig;
import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.live.Counter;
import io.tailrace.samples.summarizer.syslog.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Stages on an injector's threads. Messages go as bytes through a stream of Tailrace, whose dispatch has them parsed
 * where they are consumed. For each stage of events there is an executor of one worker, for an event is no bytes.
 */
final class DispatchStages implements Stages {
    private final Tailrace tailrace;
    private final int capacity;
    private final Crew crew;
    private final Injector injector;
    private final List<StreamStage> streams = new ArrayList<>();

    DispatchStages(Tailrace tailrace, int capacity, Crew crew) {
        this.tailrace = tailrace;
        this.capacity = capacity;
        this.crew = crew;
        // Tasks let nothing through; but the injector tells it, too, when it cannot start a thread.
        this.injector = new Injector(InjectorConfig.DEFAULT.withUncaughtHandler((thread, thrown) -> crew.fail(thrown)));
    }

    @Override
    public Stage<Message> forMessages(String name, int threads, Stage.Handler<Message> handler) {
        InjectionExecutor executor = injector.newExecutor(ExecutorConfig.of(name, threads));
        StreamStage stage = new StreamStage(name, tailrace, executor, threads, capacity, handler, crew);
        streams.add(stage);
        return stage;
    }

    @Override
    public SerialStage<Event> forEvents(String name, Stage.Handler<Event> handler) {
        ExecutorConfig config = ExecutorConfig.of(name, 1).withMaxQueued(capacity);
        return new ExecutorStage<>(name, injector.newExecutor(config), handler, crew, new Counter());
    }

    /** Ends the dispatches, and then the injector's threads, which may still run tasks of theirs. */
    @Override
    public void close() {
        streams.forEach(StreamStage::close);
        injector.close();
    }

    private record ExecutorStage<T>(
            String name, InjectionExecutor executor, Handler<T> handler, Crew crew, Counter count)
            implements SerialStage<T> {
        private static final long LONGEST_WAIT_S = 1;

        @Override
        public void put(T item) throws InterruptedException {
            execute(() -> crew.runOrFail(() -> {
                handler.handle(item);
                count.increment();
            }));
        }

        @Override
        public void runBetween(Runnable work) throws InterruptedException {
            execute(work);
        }

        /** A plain execute would not wait where a parser calls it, for the injector runs that, too. */
        private void execute(Runnable task) throws InterruptedException {
            boolean isAccepted = false;
            while (!isAccepted) {
                isAccepted = executor.tryExecute(task, LONGEST_WAIT_S, TimeUnit.SECONDS);
            }
        }

        @Override
        public double fill() {
            return Math.min(
                    1, (double) executor.counters().queued() / executor.config().maxQueued());
        }

        @Override
        public long handledCount() {
            return count.get();
        }

        @Override
        public void finish() throws InterruptedException {
            executor.shutdown();
            while (!executor.awaitTermination(LONGEST_WAIT_S, TimeUnit.SECONDS)) {
                // Its tasks still run.
            }
        }
    }
}
