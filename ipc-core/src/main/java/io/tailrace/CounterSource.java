/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.injector.CooperativeCounters;
import io.tailrace.injector.CooperativeWorkers;
import io.tailrace.injector.ExecutorCounters;
import io.tailrace.injector.InjectionExecutor;
import io.tailrace.injector.Injector;
import io.tailrace.injector.InjectorCounters;

/**
 * Figures that {@code tailrace counters} shows, for {@link Tailrace#addCounters}. The client's conductor reads a source
 * at most 50 times a second. So the source must be quick and must not wait, and of its client it may call only methods
 * that return a value.
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
    /** Passes each figure to the sink. A source that throws is reported and not read again. */
    void read(Sink sink);

    /** {@return a source of the figures in {@link InjectionExecutor#counters}} */
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

    /** {@return a source of the figures in {@link Injector#counters}} */
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

    /** {@return a source of the figures in {@link CooperativeWorkers#counters}} */
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
     * {@return a source of two figures: how often threads of a client slept until there was a message or space, and how
     * often one of them was not woken though there was a message} A client that has missed a wake-up shows both without
     * this source, as group {@code waits}.
     */
    static CounterSource of(Tailrace client) {
        return client.waitCounters();
    }

    /** Receives the figures of a source; usable only inside {@link #read}. */
    interface Sink {
        /**
         * Adds a figure that only grows: a count of events.
         *
         * @param name name of the figure, the same in each call; use a constant so that nothing is allocated
         */
        void total(String name, long value);

        /**
         * Adds a figure that rises and falls: an amount.
         *
         * @param name name of the figure, the same in each call; use a constant so that nothing is allocated
         */
        void level(String name, long value);
    }

    /**
     * The figures of one source, shown until this group is closed: see {@link Tailrace#addCounters}. Any thread may
     * close it.
     */
    interface Group extends AutoCloseable {
        String name();

        /**
         * Stops showing them, from one of the next cycles of the client's conductor on. May be called any number of
         * times.
         */
        @Override
        void close();
    }
}
