/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts what is published to each stream, from the first look on. The positions of a stream's logs do not tell
 * that: their sum falls when a log is removed, which a rate would take for a counter that begins anew. One thread.
 */
public final class PublishedBytes {
    private Map<Long, Long> tails = Map.of();
    private Map<String, Long> totals = Map.of();
    private boolean begun;

    /**
     * Adds what has come since the look before; of a log that was made meanwhile, all. Forgets what has gone.
     *
     * @param streams all that there are
     */
    public void add(Collection<StreamView> streams) {
        Map<Long, Long> newTails = new HashMap<>();
        Map<String, Long> newTotals = new HashMap<>();
        for (StreamView stream : streams) {
            long total = totals.getOrDefault(stream.name(), 0L);
            for (LogView log : stream.logs()) {
                long tail = log.at().tail();
                long before = tails.getOrDefault(
                        log.id(), begun ? log.at().constants().beginPosition() : tail);
                total += Math.max(0, tail - before);
                newTails.put(log.id(), Math.max(tail, before)); // What it falls by when damaged is not counted twice.
            }
            newTotals.put(stream.name(), total);
        }
        tails = newTails;
        totals = newTotals;
        begun = true;
    }

    /** {@return how much that is of a stream of the last look} */
    public long of(StreamView stream) {
        return totals.getOrDefault(stream.name(), 0L);
    }
}
