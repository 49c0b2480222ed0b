/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.benchmarks.dispatch.Candidate.Threads;
import io.tailrace.benchmarks.lab.VirtualThreads;
import io.tailrace.dispatch.Strategy;
import io.tailrace.injector.ExecutorConfig;
import io.tailrace.injector.Injector;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Has the messages of subscriptions handled as a candidate does; one at a time. */
final class Crew implements AutoCloseable {
    /** Handlers that may run at once: enough to go on while some of them sleep. */
    static final int WORKERS = 16;

    private final @Nullable Strategy strategy;
    /** Has no thread unless the executor is one of it. */
    private final Injector injector = new Injector();

    private final ExecutorService executor;

    Crew(Candidate candidate) {
        strategy = candidate.strategy();
        executor = executor(candidate.threads());
    }

    private ExecutorService executor(Threads threads) {
        int count = WORKERS + 1; // One that only reads, where the strategy wants it.
        return switch (threads) {
            case NONE -> Executors.newSingleThreadExecutor();
            case INJECTOR -> injector.newExecutor(ExecutorConfig.of("dispatch", count));
            case POOL -> Executors.newFixedThreadPool(count);
            case VIRTUAL -> VirtualThreads.newExecutor();
        };
    }

    /** Begins; who closes the result waits until no handler runs any more. */
    AutoCloseable begin(Subscription subscription, FrameHandler handler) {
        return strategy == null
                ? new PollLoop(subscription, handler, executor)
                : subscription
                        .dispatch(handler)
                        .strategy(strategy)
                        .unordered()
                        .workers(WORKERS)
                        .start(executor);
    }

    @Override
    public void close() {
        executor.shutdownNow();
        injector.close();
    }
}
