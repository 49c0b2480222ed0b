/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.Json;

/** Left sends as fast as it can; right, which receives, counts and holds the clock. */
final class ThroughputSlice extends Slice {
    /** Looked at the phase once in so many messages or polls. */
    private static final int BATCH = 256;

    private final Candidate.Sender sender;
    private final Candidate.Receiver receiver;
    private final int payload;

    private long next;
    private long refused;
    private volatile long sent = Long.MAX_VALUE;

    private long measuredMessages;
    private long measuredNs;
    private long emptyPolls;

    ThroughputSlice(Candidate.Wire wire, int payload) {
        this.sender = wire.sender();
        this.receiver = wire.receiver();
        this.payload = payload;
        this.next = receiver.inbox().count();
    }

    @Override
    void left() {
        while (!isIn(Phase.DONE)) {
            refused += sendBatch(next);
            next += BATCH;
        }
        sent = next;
    }

    private long sendBatch(long first) {
        long refusals = 0;
        for (long number = first; number < first + BATCH; number++) {
            while (!sender.send(Inbox.value(number, false), payload)) {
                refusals++;
                Thread.onSpinWait();
            }
        }
        return refusals;
    }

    @Override
    void right() {
        Inbox inbox = receiver.inbox();
        while (isIn(Phase.LEAD_IN)) {
            pollBatch();
        }
        long startCount = inbox.count();
        long startNs = System.nanoTime();
        while (isIn(Phase.MEASURE)) {
            emptyPolls += pollBatch();
        }
        measuredMessages = inbox.count() - startCount;
        measuredNs = System.nanoTime() - startNs;
        while (inbox.count() < sent) {
            pollBatch();
        }
    }

    private long pollBatch() {
        long empty = 0;
        for (int i = 0; i < BATCH; i++) {
            if (receiver.poll() == 0) {
                empty++;
                Thread.onSpinWait();
            }
        }
        return empty;
    }

    @Override
    Json result() {
        checkInbox(receiver.inbox(), next);
        return new Json()
                .put("value", measuredMessages * 1e9 / measuredNs)
                .put("messages", measuredMessages)
                .put("ns", measuredNs)
                .put("refused", refused)
                .put("emptyPolls", emptyPolls);
    }
}
