/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import io.tailrace.benchmarks.lab.VirtualThreads;
import io.tailrace.dispatch.Strategy;
import java.util.List;
import java.util.Locale;
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
}
