/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/**
 * Figures that {@code tailrace counters} shows, for {@link Tailrace#addCounters}. The client's conductor reads a source
 * at most 50 times a second. So the source must be quick and must not wait, and of its client it may call only methods
 * that return a value.
 *
 * <pre>{@code
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
