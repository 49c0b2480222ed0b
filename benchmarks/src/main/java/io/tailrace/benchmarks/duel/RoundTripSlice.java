/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.duel.Slice.Wire;
import io.tailrace.benchmarks.lab.Answer;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
import org.HdrHistogram.Histogram;

/**
 * Left sends a burst and waits for the answer to its last message, which right sends over the wire that leads back. The
 * time includes one reading of the clock.
 */
final class RoundTripSlice extends Slice {
    /** Looked at the phase once in so many trips. */
    private static final int BATCH = 32;

    private static final long HIGHEST_NS = 10_000_000_000L;

    private final Wire there;
    private final Wire back;
    private final Sender request;
    private final Receiver requests;
    private final Receiver answers;
    private final int payload;
    private final int burst;
    private final Histogram leadIn = new Histogram(HIGHEST_NS, 3);
    private final Histogram trips = new Histogram(HIGHEST_NS, 3);

    private long nextRequest;
    private long nextAnswer;
    private volatile boolean leftIsDone;

    RoundTripSlice(Wire there, Wire back, int payload, int burst) {
        this.there = there;
        this.back = back;
        this.request = there.sender();
        this.requests = there.receiver();
        this.answers = back.receiver();
        this.payload = payload;
        this.burst = burst;
        this.nextRequest = there.inbox().count();
        this.nextAnswer = back.inbox().count();
        there.inbox().readAll(false);
    }

    @Override
    void left() {
        while (isIn(Phase.LEAD_IN)) {
            recordTrips(leadIn);
        }
        do {
            recordTrips(trips); // Also if this thread had no processor until now: no trips would be no figure.
        } while (isIn(Phase.MEASURE));
        leftIsDone = true;
    }

    private void recordTrips(Histogram histogram) {
        for (int i = 0; i < BATCH; i++) {
            long startNs = System.nanoTime();
            trip();
            histogram.recordValue(Math.min(System.nanoTime() - startNs, HIGHEST_NS));
        }
    }

    private void trip() {
        long last = nextRequest + burst - 1;
        for (long number = nextRequest; number <= last; number += request.group()) {
            int count = (int) Math.min(request.group(), last + 1 - number);
            send(request, number, count, number + count > last);
        }
        nextRequest = last + 1;
        while (answers.poll(Receiver.LIMIT) == 0) {
            Thread.onSpinWait();
        }
    }

    @Override
    void right() {
        while (!leftIsDone) {
            answerBatch();
        }
    }

    private void answerBatch() {
        for (int i = 0; i < BATCH; i++) {
            if (requests.poll(Receiver.LIMIT) == 0) {
                Thread.onSpinWait();
            } else if (there.inbox().isAnswerWanted()) {
                send(back.sender(), nextAnswer++, 1, false);
            }
        }
    }

    private void send(Sender sender, long first, int count, boolean answerWanted) {
        long value = Inbox.value(first, answerWanted);
        while (!sender.send(value, count, payload)) {
            Thread.onSpinWait();
        }
    }

    @Override
    Answer result() {
        there.inbox().check(nextRequest);
        back.inbox().check(nextAnswer);
        return new Answer()
                .put("value", trips.getValueAtPercentile(50))
                .put("trips", trips.getTotalCount())
                .put("mean", trips.getMean())
                .put("p90", trips.getValueAtPercentile(90))
                .put("p99", trips.getValueAtPercentile(99))
                .put("p999", trips.getValueAtPercentile(99.9))
                .put("p9999", trips.getValueAtPercentile(99.99))
                .put("max", trips.getMaxValue());
    }
}
