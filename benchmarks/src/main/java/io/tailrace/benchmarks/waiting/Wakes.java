/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.process.Figures;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/** How late the messages of one run are, for the first of their subscribers and for the last one. */
final class Wakes {
    private static final long TIMEOUT_MS = 20_000;

    private final int subscribers;
    private final int firstCounted;
    /** By message: how many subscribers have it. Nothing if there is only one. */
    private final AtomicIntegerArray arrivals;

    private final Histogram first;
    private final Histogram last;
    private final AtomicLong misplaced = new AtomicLong();
    private final AtomicInteger ended = new AtomicInteger();

    /** @param firstCounted the messages before it belong to the lead-in */
    Wakes(int subscribers, int messages, int firstCounted) {
        this.subscribers = subscribers;
        this.firstCounted = firstCounted;
        this.arrivals = new AtomicIntegerArray(subscribers == 1 ? 0 : messages);
        this.first = subscribers == 1 ? Figures.newHistogram() : Figures.newSharedHistogram();
        this.last = subscribers == 1 ? first : Figures.newSharedHistogram();
    }

    /** A subscriber has a message. By the thread that handles it. */
    void record(long number, long lateNs) {
        if (number < firstCounted) {
            return;
        }
        int count = subscribers == 1 ? 1 : arrivals.incrementAndGet((int) number);
        if (count == 1) {
            Figures.record(first, lateNs);
        } else if (count == subscribers) {
            Figures.record(last, lateNs);
        }
    }

    /** A subscriber has all messages. */
    void end(long misplacedMessages) {
        misplaced.addAndGet(misplacedMessages);
        ended.incrementAndGet();
    }

    /**
     * Waits until all subscribers have all messages.
     *
     * @throws IllegalStateException if they do not get them, or not each once and in order
     */
    Map<String, Object> figures() {
        Waiting.until(
                () -> ended.get() == subscribers,
                TIMEOUT_MS,
                () -> "a message was lost: subscribers=" + subscribers + ", with all messages=" + ended);
        if (misplaced.get() != 0) {
            throw new IllegalStateException("messages lost, repeated or out of order: places=" + misplaced);
        }
        Map<String, Object> figures = Figures.of(first);
        figures.put("lastP50", last.getValueAtPercentile(50));
        figures.put("lastP99", last.getValueAtPercentile(99));
        figures.put("lastMax", last.getMaxValue());
        return figures;
    }
}
