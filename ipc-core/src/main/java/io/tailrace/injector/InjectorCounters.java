/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.concurrent.atomic.LongAdder;

/**
 * What the worker threads of an {@link Injector} have done so far. Each figure is read by itself, so they fit together
 * only when nothing is going on.
 *
 * @param threads that live now
 * @param sleeping those of them that sleep
 * @param wakesByProducers threads woken or started by a thread that submitted a task or changed a limit
 * @param wakesByWorkers threads woken or started by a worker
 * @param falseWakes wake-ups that found nothing left to do
 * @param searches times that a worker had found nothing at first
 * @param parks times that a worker went to sleep
 * @param threadsStarted threads started
 * @param startFailures threads that could not be started
 */
public record InjectorCounters(
        int threads,
        int sleeping,
        long wakesByProducers,
        long wakesByWorkers,
        long falseWakes,
        long searches,
        long parks,
        long threadsStarted,
        long startFailures) {

    /** Counts what the workers of one injector do. Any thread. */
    static final class Tally {
        final LongAdder wakesByProducers = new LongAdder();
        final LongAdder wakesByWorkers = new LongAdder();
        final LongAdder falseWakes = new LongAdder();
        final LongAdder searches = new LongAdder();
        final LongAdder parks = new LongAdder();
        final LongAdder threadsStarted = new LongAdder();
        final LongAdder startFailures = new LongAdder();

        InjectorCounters counters(int threads, int sleeping) {
            return new InjectorCounters(
                    threads,
                    sleeping,
                    wakesByProducers.sum(),
                    wakesByWorkers.sum(),
                    falseWakes.sum(),
                    searches.sum(),
                    parks.sum(),
                    threadsStarted.sum(),
                    startFailures.sum());
        }
    }
}
