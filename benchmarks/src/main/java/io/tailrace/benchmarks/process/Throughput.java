/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Schedule.Patience;
import io.tailrace.benchmarks.peer.Library;
import java.util.Map;

/** Left sends as fast as it can, messages numbered from 1; right, which receives, counts and holds the clock. */
final class Throughput {
    /** Looked at the clock once in so many messages or polls. */
    private static final int BATCH = 256;

    private final Schedule schedule;
    private final int payload;
    private final int pollLimit;
    private final Patience patience;
    private long emptyPolls;

    Throughput(Cell cell, Schedule schedule) {
        this.schedule = schedule;
        this.payload = cell.payload();
        this.pollLimit = Library.Receiver.limit(payload);
        this.patience = new Patience(schedule.endNs());
    }

    /** Sends. */
    Map<String, Object> left(Library.Sender sender) {
        long sent = 0;
        long refused = 0;
        do {
            for (long last = sent + BATCH; sent < last; sent++) {
                refused += send(sender, sent + 1);
            }
        } while (System.nanoTime() < schedule.endNs());
        send(sender, Inbox.end(sent));
        return Map.of("sent", sent, "refused", refused);
    }

    /** Sends a message. Returns how often it was refused. */
    private long send(Library.Sender sender, long value) {
        long refused = 0;
        while (!sender.send(value, 1, payload)) {
            refused++;
            patience.spin();
        }
        return refused;
    }

    /** Receives. */
    Map<String, Object> right(Library.Receiver receiver, Inbox inbox) {
        inbox.begin(null);
        pollUntil(receiver, inbox, schedule.measureFromNs());
        long startCount = inbox.count();
        long startNs = System.nanoTime();
        emptyPolls = 0;
        pollUntil(receiver, inbox, schedule.endNs());
        long messages = inbox.count() - startCount;
        double rate = messages * 1e9 / (System.nanoTime() - startNs);
        Map<String, Object> figures = Map.of("messages", messages, "rate", rate, "emptyPolls", emptyPolls);
        while (!inbox.isEnded()) {
            pollBatch(receiver);
        }
        return figures;
    }

    /** Until then and until something has come: nothing is no figure. */
    private void pollUntil(Library.Receiver receiver, Inbox inbox, long ns) {
        long startCount = inbox.count();
        do {
            pollBatch(receiver);
        } while (!inbox.isEnded() && (System.nanoTime() < ns || inbox.count() == startCount));
    }

    private void pollBatch(Library.Receiver receiver) {
        for (int i = 0; i < BATCH; i++) {
            if (receiver.poll(pollLimit) == 0) {
                emptyPolls++;
                patience.spin();
            }
        }
    }
}
