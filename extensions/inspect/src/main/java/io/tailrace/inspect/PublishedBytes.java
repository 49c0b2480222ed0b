/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the bytes published to each stream, from the first snapshot on. The positions of a stream's logs cannot serve
 * as this counter: their sum falls when a log is removed, and a rate would take that for a counter that starts again.
 * One thread.
 */
public final class PublishedBytes {
    private Map<Long, Long> tails = Map.of();
    private Map<String, Long> totals = Map.of();
    private boolean begun;

    /**
     * Adds the bytes published since the previous snapshot; for a log that was made meanwhile, all its bytes. Forgets
     * streams that are gone.
     *
     * @param streams all streams that exist
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
                newTails.put(log.id(), Math.max(tail, before)); // A fall by damage is not counted twice.
            }
            newTotals.put(stream.name(), total);
        }
        tails = newTails;
        totals = newTotals;
        begun = true;
    }

    /** {@return the count of a stream of the last snapshot} */
    public long of(StreamView stream) {
        return totals.getOrDefault(stream.name(), 0L);
    }
}
