/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.benchmarks.lab.Jdk.VirtualThreads;
import io.tailrace.benchmarks.lab.Waiting.Loops;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.dispatch.Strategy;
import io.tailrace.injector.ExecutorConfig;
import io.tailrace.injector.Injector;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A strategy, with the executor that runs its tasks. */
enum Candidate {
    /** A loop that polls: one thread. */
    PLAIN_POLL(null, Threads.NONE),
    PC_INJECTOR(Strategy.PRODUCE_CONSUME, Threads.INJECTOR),
    PEC_INJECTOR(Strategy.PRODUCE_EXECUTE_CONSUME, Threads.INJECTOR),
    EPC_INJECTOR(Strategy.EXECUTE_PRODUCE_CONSUME, Threads.INJECTOR),
    PEC_POOL(Strategy.PRODUCE_EXECUTE_CONSUME, Threads.POOL),
    EPC_POOL(Strategy.EXECUTE_PRODUCE_CONSUME, Threads.POOL),
    PEC_VIRTUAL(Strategy.PRODUCE_EXECUTE_CONSUME, Threads.VIRTUAL),
    EPC_VIRTUAL(Strategy.EXECUTE_PRODUCE_CONSUME, Threads.VIRTUAL);

    /** The executor of a dispatch. */
    enum Threads {
        NONE,
        INJECTOR,
        /** A ThreadPoolExecutor of as many threads as are needed. */
        POOL,
        /** One for each task. */
        VIRTUAL
    }

    private final @Nullable Strategy strategy;
    private final Threads threads;

    Candidate(@Nullable Strategy strategy, Threads threads) {
        this.strategy = strategy;
        this.threads = threads;
    }

    /** {@return what there is with a JDK} */
    static List<Candidate> on(int jdk) {
        return Stream.of(values())
                .filter(candidate -> candidate.threads != Threads.VIRTUAL || VirtualThreads.areIn(jdk))
                .toList();
    }

    /** {@return null for the plain loop} */
    @Nullable
    Strategy strategy() {
        return strategy;
    }

    Threads threads() {
        return threads;
    }

    /** {@return what it is called in the raw data} */
    String candidate() {
        return strategy == null
                ? "plain-poll"
                : "tailrace/" + strategy.name().toLowerCase(Locale.ROOT).replace('_', '-') + "/"
                        + threads.name().toLowerCase(Locale.ROOT);
    }

    /** The threads of a candidate: they handle the messages of one subscription at a time. */
    static final class HandlerThreads implements AutoCloseable {
        /** Handlers that may run at once: enough to go on while some of them sleep. */
        static final int WORKERS = 16;

        /** Of the plain loop: as a dispatch does at first. */
        private static final long IDLE_NS = 25_000;

        private final @Nullable Strategy strategy;
        /** Has no thread unless the executor is one of it. */
        private final Injector injector = new Injector();

        private final ExecutorService executor;

        HandlerThreads(Candidate candidate) {
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

        /** {@return what ends the handling that begins now: it waits until no handler runs any more} */
        Runnable begin(Subscription subscription, FrameHandler handler) {
            if (strategy != null) {
                return subscription
                        .dispatch(handler)
                        .strategy(strategy)
                        .unordered()
                        .workers(WORKERS)
                        .start(executor)::close;
            }
            Loops loop = new Loops();
            loop.start(() -> {
                if (subscription.poll(handler, Library.Receiver.LIMIT) == 0) {
                    LockSupport.parkNanos(IDLE_NS);
                }
            });
            return () -> loop.close(() -> {});
        }

        @Override
        public void close() {
            executor.shutdownNow();
            injector.close();
        }
    }
}
