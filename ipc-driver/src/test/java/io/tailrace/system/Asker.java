/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Tailrace;
import io.tailrace.ask.AnswerHeader;
import io.tailrace.ask.AnswerStatus;
import io.tailrace.ask.Requester;
import io.tailrace.ask.RequesterConfig;
import io.tailrace.memory.MappedBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.agrona.DirectBuffer;

/**
 * Asks responders, many at a time, and checks that each request has one outcome, and each answer is right.
 * One thread.
 */
final class Asker implements AutoCloseable {
    private static final int CAPACITY = 256;
    private static final long FREE = -1;
    private static final long NOBODY = 0;

    private final MappedBuffer buffer = MappedBuffer.allocate(Long.BYTES);
    private final long[] correlations = new long[CAPACITY];
    private final long[] numbers = new long[CAPACITY];
    private final Map<AnswerStatus, Long> counts = new EnumMap<>(AnswerStatus.class);
    private final Requester requester;
    private long asked;
    private long lastGoneNs = NOBODY;

    Asker(Tailrace tailrace, String stream, Duration timeout) {
        Arrays.fill(correlations, FREE);
        requester = Requester.open(
                tailrace,
                stream,
                this::onAnswer,
                RequesterConfig.DEFAULT.withCapacity(CAPACITY).withTimeout(timeout));
    }

    Requester requester() {
        return requester;
    }

    /** Asks as long as requests are accepted and there are more numbers. */
    void ask(long most) {
        while (asked < most && askOne(asked + 1) >= 0) {
            asked++;
        }
    }

    /** Asks one extra number that is not counted. Returns the requester's result. */
    long askOne(long number) {
        buffer.putLong(0, number);
        long correlation = requester.ask(buffer, 0, Long.BYTES);
        if (correlation >= 0) {
            int slot = requester.slot(correlation);
            check(correlations[slot] == FREE, "a slot is given twice", correlation);
            correlations[slot] = correlation;
            numbers[slot] = number;
        }
        return correlation;
    }

    private void onAnswer(DirectBuffer bytes, int offset, int length, AnswerHeader header) {
        long correlation = header.correlation();
        int slot = requester.slot(correlation);
        check(correlations[slot] == correlation, "two outcomes, or never asked", correlation);
        check(header.isLast(), "not the last", correlation);
        if (header.status() == AnswerStatus.ANSWERED) {
            check(bytes.getLong(offset) == numbers[slot] + 1, "a wrong answer", correlation);
        } else if (header.status() == AnswerStatus.GONE) {
            lastGoneNs = System.nanoTime();
        }
        correlations[slot] = FREE;
        counts.merge(header.status(), 1L, Long::sum);
    }

    private static void check(boolean holds, String what, long correlation) {
        if (!holds) {
            throw new IllegalStateException(what + ": correlation=" + correlation);
        }
    }

    long asked() {
        return asked;
    }

    long count(AnswerStatus status) {
        return counts.getOrDefault(status, 0L);
    }

    /** {@return when the handler last learned that a responder has gone} */
    long lastGoneNs() {
        return lastGoneNs;
    }

    @Override
    public String toString() {
        return "asked=" + asked + ", told=" + counts + ", inFlight=" + requester.inFlight() + ", late="
                + requester.lateAnswers() + ", responders="
                + requester.answers().imageCount();
    }

    @Override
    public void close() {
        requester.close();
    }
}
