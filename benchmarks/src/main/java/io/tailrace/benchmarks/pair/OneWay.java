/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.lab.Figures.Latencies;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Schedule.Patience;
import io.tailrace.benchmarks.lab.Waits;
import io.tailrace.benchmarks.peer.Library;
import java.util.Map;

/**
 * Left sends on schedule, each message with the time at which it should have been sent; right records its delay. A pair
 * that keeps the schedule and sends nothing shows the delays that no library can avoid.
 */
final class OneWay {
    /** The least part of the rate; with less a candidate counts as failed. */
    static final double LEAST_ACHIEVED = 0.999;

    /** A sender that is this much behind will not catch up: half a second is 5,000 to 2,500,000 messages. */
    private static final long GIVE_UP_NS = 500_000_000;

    private final Schedule schedule;
    private final int payload;
    private final Patience patience;

    OneWay(Cell cell, Schedule schedule) {
        this.schedule = schedule;
        this.payload = cell.payload();
        this.patience = new Patience(schedule.endNs(), Waits.SPIN);
    }

    /** Sends. */
    Map<String, Object> left(Library.Sender sender) {
        long planned = schedule.count();
        long sent = 0;
        long refused = 0;
        long lagNs = 0;
        long maxLagNs = 0;
        while (sent < planned && lagNs < GIVE_UP_NS) {
            long intendedNs = schedule.timeNs(sent);
            lagNs = awaitTime(intendedNs);
            maxLagNs = Math.max(maxLagNs, lagNs);
            while (!sender.send(intendedNs, 1, payload)) {
                refused++;
                patience.await();
            }
            sent++;
        }
        long tookNs = System.nanoTime() - schedule.startNs();
        while (!sender.send(Inbox.end(sent), 1, payload)) {
            patience.await();
        }
        double achieved = Math.min(1, (double) sent * schedule.periodNs() / tookNs);
        return Map.of("sent", sent, "refused", refused, "maxLag", maxLagNs, "achieved", achieved);
    }

    /** {@return the delay} */
    private static long awaitTime(long ns) {
        long now = System.nanoTime();
        while (now < ns) {
            Thread.onSpinWait();
            now = System.nanoTime();
        }
        return now - ns;
    }

    /** Receives. */
    Map<String, Object> right(Library.Receiver receiver, Inbox inbox) {
        Latencies latencies = new Latencies(schedule);
        inbox.begin(latencies);
        while (!inbox.isEnded()) {
            if (receiver.poll(Library.Receiver.LIMIT) == 0) {
                patience.await();
            }
        }
        return latencies.figures();
    }

    /** Keeps the schedule. */
    Map<String, Object> alone() {
        Latencies latencies = new Latencies(schedule);
        long planned = schedule.count();
        for (long i = 0; i < planned; i++) {
            awaitTime(schedule.timeNs(i));
            latencies.record(schedule.timeNs(i));
        }
        return latencies.figures();
    }
}
