/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.Json;
import org.HdrHistogram.Histogram;

/**
 * Left sends a burst and waits for the answer to its last message, which right sends over the wire that leads back. The
 * time includes one reading of the clock.
 */
final class RoundTripSlice extends Slice {
    /** Looked at the phase once in so many trips. */
    private static final int BATCH = 32;

    private static final long HIGHEST_NS = 10_000_000_000L;

    private final Candidate.Sender request;
    private final Candidate.Receiver requests;
    private final Candidate.Sender answer;
    private final Candidate.Receiver answers;
    private final int payload;
    private final int burst;
    private final Histogram leadIn = new Histogram(HIGHEST_NS, 3);
    private final Histogram trips = new Histogram(HIGHEST_NS, 3);

    private long nextRequest;
    private long nextAnswer;
    private volatile boolean leftIsDone;

    RoundTripSlice(Candidate.Wire there, Candidate.Wire back, int payload, int burst) {
        this.request = there.sender();
        this.requests = there.receiver();
        this.answer = back.sender();
        this.answers = back.receiver();
        this.payload = payload;
        this.burst = burst;
        this.nextRequest = requests.inbox().count();
        this.nextAnswer = answers.inbox().count();
        requests.inbox().readAll(false);
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
        while (answers.poll(Candidate.Receiver.LIMIT) == 0) {
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
            if (requests.poll(Candidate.Receiver.LIMIT) == 0) {
                Thread.onSpinWait();
            } else if (requests.inbox().isAnswerWanted()) {
                send(answer, nextAnswer++, 1, false);
            }
        }
    }

    private void send(Candidate.Sender sender, long first, int count, boolean answerWanted) {
        while (!sender.send(first, count, answerWanted, payload)) {
            Thread.onSpinWait();
        }
    }

    @Override
    Json result() {
        checkInbox(requests.inbox(), nextRequest);
        checkInbox(answers.inbox(), nextAnswer);
        return new Json()
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
