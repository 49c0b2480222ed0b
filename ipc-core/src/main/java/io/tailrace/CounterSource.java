/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.injector.CooperativeCounters;
import io.tailrace.injector.CooperativeWorkers;
import io.tailrace.injector.ExecutorCounters;
import io.tailrace.injector.InjectionExecutor;
import io.tailrace.injector.Injector;
import io.tailrace.injector.InjectorCounters;

/**
 * Figures to be seen from outside, for {@link Tailrace#addCounters}. Read by the client's conductor at most 50 times a
 * second, so it must be quick, must not wait for anything, and may use nothing of its client but what only asks.
 *
 * <pre>{@code
 * tailrace.addCounters("orders", CounterSource.of(executor));
 * tailrace.addCounters("cache", sink -> {
 *     sink.total("hits", hits.sum());
 *     sink.level("entries", cache.size());
 * });
 * }</pre>
 */
@FunctionalInterface
public interface CounterSource {
    /** Tells the sink each figure. A source that throws is reported, and read no more. */
    void read(Sink sink);

    /** {@return what {@link InjectionExecutor#counters} has} */
    static CounterSource of(InjectionExecutor executor) {
        return sink -> {
            ExecutorCounters counters = executor.counters();
            sink.level("queued", counters.queued());
            sink.level("running", counters.running());
            sink.level("waitingProducers", counters.waitingProducers());
            sink.total("submitted", counters.submitted());
            sink.total("executed", counters.executed());
            sink.total("failed", counters.failed());
            sink.total("ranInCaller", counters.ranInCaller());
            sink.total("rejected", counters.rejected());
            sink.total("drained", counters.drained());
        };
    }

    /** {@return what {@link Injector#counters} has} */
    static CounterSource of(Injector injector) {
        return sink -> {
            InjectorCounters counters = injector.counters();
            sink.level("threads", counters.threads());
            sink.level("sleeping", counters.sleeping());
            sink.total("wakesByProducers", counters.wakesByProducers());
            sink.total("wakesByWorkers", counters.wakesByWorkers());
            sink.total("falseWakes", counters.falseWakes());
            sink.total("searches", counters.searches());
            sink.total("parks", counters.parks());
            sink.total("threadsStarted", counters.threadsStarted());
            sink.total("startFailures", counters.startFailures());
        };
    }

    /** {@return what {@link CooperativeWorkers#counters} has} */
    static CounterSource of(CooperativeWorkers workers) {
        return sink -> {
            CooperativeCounters counters = workers.counters();
            sink.level("tasklets", counters.tasklets());
            sink.total("rounds", counters.rounds());
            sink.total("progress", counters.progress());
            sink.total("parks", counters.parks());
            sink.total("moves", counters.moves());
            sink.total("failures", counters.failures());
        };
    }

    /**
     * {@return how often threads of a client slept until there was a message or space, and how often one of them was
     * not woken though there was a message} A client that has missed a wake-up shows both by itself, as group
     * {@code waits}.
     */
    static CounterSource of(Tailrace client) {
        return client.waitCounters();
    }

    /** Takes the figures of a source; only inside {@link #read}. */
    interface Sink {
        /**
         * A figure that only grows: how often something has happened.
         *
         * @param name the same each time; constant, so that nothing is allocated
         */
        void total(String name, long value);

        /**
         * A figure that rises and falls: how much there is of something.
         *
         * @param name the same each time; constant, so that nothing is allocated
         */
        void level(String name, long value);
    }

    /** The figures of one source, shown until this is closed: see {@link Tailrace#addCounters}. Any thread. */
    interface Group extends AutoCloseable {
        String name();

        /** Shows them no more, from one of the next cycles of the client's conductor on. Any number of times. */
        @Override
        void close();
    }
}
