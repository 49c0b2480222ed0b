/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.Answer;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
import org.HdrHistogram.Histogram;

/** One measurement of one candidate, by two threads, left and right. */
abstract class Slice extends io.tailrace.benchmarks.lab.Slice {
    /** One direction. The two ends are used by one thread each. */
    record Wire(Sender sender, Receiver receiver, Inbox inbox) {}

    /** Left's part, until the phase is DONE. */
    abstract void left();

    /** Right's part, until it has received all that left sent. */
    abstract void right();

    /** {@return what was measured, after left and right have returned} */
    abstract Answer result();

    /** Left sends as fast as it can; right, which receives, counts and holds the clock. */
    static final class ThroughputSlice extends Slice {
        /** Looked at the phase once in so many messages or polls. */
        private static final int BATCH = 256;

        private final Wire wire;
        private final Sender sender;
        private final Receiver receiver;
        private final int payload;
        private final int pollLimit;
        private final long firstMessage;
        private final long firstPosition;

        private long next;
        private long refused;

        private long measuredMessages;
        private long measuredNs;
        private long emptyPolls;

        /** @param readAll whether right reads every byte, or the first word of each message only */
        ThroughputSlice(Wire wire, int payload, boolean readAll) {
            this.wire = wire;
            this.sender = wire.sender();
            this.receiver = wire.receiver();
            this.payload = payload;
            this.pollLimit = Receiver.limit(payload);
            this.firstMessage = wire.inbox().count();
            this.firstPosition = sender.position();
            this.next = firstMessage;
            wire.inbox().readAll(readAll);
        }

        @Override
        void left() {
            do {
                refused += sendBatch(next);
                next += BATCH;
            } while (!isIn(Phase.DONE));
            setSent(next);
        }

        private long sendBatch(long first) {
            long refusals = 0;
            for (long number = first; number < first + BATCH; number += sender.group()) {
                while (!sender.send(Inbox.value(number, false), sender.group(), payload)) {
                    refusals++;
                    Thread.onSpinWait();
                }
            }
            return refusals;
        }

        @Override
        void right() {
            Inbox inbox = wire.inbox();
            while (isIn(Phase.LEAD_IN)) {
                pollBatch();
            }
            long startCount = inbox.count();
            long startNs = System.nanoTime();
            do {
                emptyPolls += pollBatch();
            } while (isIn(Phase.MEASURE)
                    || (inbox.count() == startCount && inbox.count() < sent())); // None is no figure.
            measuredMessages = inbox.count() - startCount;
            measuredNs = System.nanoTime() - startNs;
            while (inbox.count() < sent()) {
                pollBatch();
            }
        }

        private long pollBatch() {
            long empty = 0;
            for (int i = 0; i < BATCH; i++) {
                if (receiver.poll(pollLimit) == 0) {
                    empty++;
                    Thread.onSpinWait();
                }
            }
            return empty;
        }

        @Override
        Answer result() {
            wire.inbox().check(next);
            double rate = measuredMessages * 1e9 / measuredNs;
            double logBytes = (double) (sender.position() - firstPosition) / (next - firstMessage);
            return new Answer()
                    .put("value", rate)
                    .put("messages", measuredMessages)
                    .put("ns", measuredNs)
                    .put("gigabytesPerSecond", rate * payload / 1e9)
                    .put("logBytesPerMessage", logBytes)
                    .put("refused", refused)
                    .put("emptyPolls", emptyPolls);
        }
    }

    /**
     * Left sends a burst and waits for the answer to its last message, which right sends over the wire that leads
     * back. The time includes one reading of the clock.
     */
    static final class RoundTripSlice extends Slice {
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
}
