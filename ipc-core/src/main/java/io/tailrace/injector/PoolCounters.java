/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.concurrent.atomic.LongAdder;

/** What the workers of one injector have done. Any thread. */
final class PoolCounters {
    final LongAdder wakesByProducers = new LongAdder();
    final LongAdder wakesByWorkers = new LongAdder();
    final LongAdder falseWakes = new LongAdder();
    final LongAdder searches = new LongAdder();
    final LongAdder parks = new LongAdder();
    final LongAdder threadsStarted = new LongAdder();
    final LongAdder startFailures = new LongAdder();

    InjectorCounters snapshot(int threads, int sleeping) {
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
