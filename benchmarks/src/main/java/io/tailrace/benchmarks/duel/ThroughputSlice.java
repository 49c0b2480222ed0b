/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.duel.Slice.Wire;
import io.tailrace.benchmarks.lab.Answer;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;

/** Left sends as fast as it can; right, which receives, counts and holds the clock. */
final class ThroughputSlice extends Slice {
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
        } while (isIn(Phase.MEASURE) || (inbox.count() == startCount && inbox.count() < sent())); // None is no figure.
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
