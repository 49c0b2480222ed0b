/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.benchmarks.lab.Figures;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.peer.Library;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the messages of one subscriber, by one thread after the other. A message is its number, and the time from which
 * its delay counts; a negative number says how many there were.
 */
final class Inbox implements Library.Inbox {
    /** Where a message has the time. */
    static final int TIME_OFFSET = Long.BYTES;

    /** By stream: the number that its next message has. The streams have a message each in turn. */
    private final long[] next;

    private long received;
    private long misplaced;
    private long expected;
    /** Volatile: what begins a run is seen by the thread that takes its messages. */
    private volatile @Nullable Wakes wakes;

    Inbox(int streams) {
        next = new long[streams];
    }

    /** {@return the number behind the last one} */
    static long end(long count) {
        return ~count;
    }

    /** A run begins: none of its messages has been sent yet, and all of the former one have come. */
    void begin(Wakes newWakes) {
        System.arraycopy(LongStream.range(0, next.length).toArray(), 0, next, 0, next.length);
        received = 0;
        misplaced = 0;
        expected = Long.MAX_VALUE;
        wakes = newWakes;
    }

    @Override
    public void take(long number) {
        throw new IllegalStateException("a message without a time: number=" + number);
    }

    @Override
    public void take(DirectBuffer buffer, int offset, int length) {
        Wakes current = Objects.requireNonNull(wakes, "begun before");
        long number = buffer.getLong(offset);
        if (number >= 0) {
            long nowNs = System.nanoTime();
            current.record(number, nowNs, nowNs - buffer.getLong(offset + TIME_OFFSET));
            int stream = (int) (number % next.length);
            if (number != next[stream]) {
                misplaced++;
            }
            next[stream] = number + next.length;
            received++;
        } else {
            expected = end(number);
        }
        if (received == expected) { // The end of one stream may come before the last message of another one.
            current.end(misplaced);
        }
    }

    /** How late the messages of one run are, for the first of their subscribers and for the last one. */
    static final class Wakes {
        private static final long TIMEOUT_MS = 20_000;

        private final int subscribers;
        private final int firstCounted;
        /** By message: how many subscribers have it. Nothing if there is only one. */
        private final AtomicIntegerArray arrivals;

        private final Histogram first;
        private final Histogram last;
        /** Of the last message; read after all have ended. */
        private long lastNs;

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
        void record(long number, long nowNs, long lateNs) {
            if (number < firstCounted) {
                return;
            }
            lastNs = nowNs;
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
            figures.put("lastNs", lastNs);
            return figures;
        }
    }
}
