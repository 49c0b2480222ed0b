/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.lab.Figures;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Schedule.Patience;
import io.tailrace.benchmarks.peer.Library;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Left sends a message, or a burst of them, numbered from 1; right checks each number and sends the last one of the
 * burst back; left sees how long that took, and that it is the one it sent. In a check of the clocks right sends its
 * time instead.
 */
final class RoundTrip {
    private final Library.Sender sender;
    private final Library.Receiver receiver;
    private final Inbox inbox;
    private final Schedule schedule;
    private final int payload;
    private final int burst;
    private final Patience patience;
    private long sent;

    RoundTrip(Library.Sender sender, Library.Receiver receiver, Inbox inbox, Cell cell, Schedule schedule) {
        this.sender = sender;
        this.receiver = receiver;
        this.inbox = inbox;
        this.schedule = schedule;
        this.payload = cell.payload();
        this.burst = cell.burst();
        this.patience = new Patience(schedule.endNs());
        inbox.begin(null);
    }

    /** Measures trips. */
    Map<String, Object> left() {
        Histogram trips = Figures.newHistogram();
        recordTrips(Figures.newHistogram(), schedule.leadInNs());
        recordTrips(trips, schedule.measureNs());
        send(Inbox.end(sent), 1);
        return Figures.of(trips);
    }

    /** One trip at least: this may have been stopped for longer than it was to last. */
    private void recordTrips(Histogram histogram, long durationNs) {
        long untilNs = System.nanoTime() + durationNs;
        long endNs;
        do {
            long startNs = System.nanoTime();
            if (trip() != sent) {
                throw new IllegalStateException("not the answer: sent=" + sent + ", received=" + inbox.last());
            }
            endNs = System.nanoTime();
            Figures.record(histogram, endNs - startNs);
        } while (endNs < untilNs);
    }

    /** Measures there and back for itself, by the clocks of both: if they agree, the two are alike. */
    Map<String, Object> leftClock() {
        Histogram there = Figures.newHistogram();
        Histogram back = Figures.newHistogram();
        Histogram trips = Figures.newHistogram();
        long untilNs = System.nanoTime() + schedule.measureNs();
        long endNs;
        do {
            long startNs = System.nanoTime();
            long answeredNs = trip();
            endNs = System.nanoTime();
            Figures.record(there, answeredNs - startNs);
            Figures.record(back, endNs - answeredNs);
            Figures.record(trips, endNs - startNs);
        } while (endNs < untilNs);
        send(Inbox.end(sent), 1);
        Map<String, Object> figures = Figures.of(trips);
        figures.put("there", there.getValueAtPercentile(50));
        figures.put("back", back.getValueAtPercentile(50));
        return figures;
    }

    private long trip() {
        for (long last = sent + burst; sent < last; ) {
            int count = (int) Math.min(sender.group(), last - sent);
            send(sent + 1, count);
            sent += count;
        }
        while (receiver.poll(Library.Receiver.LIMIT) == 0) {
            patience.spin();
        }
        return inbox.last();
    }

    /** Answers until left says that this was all. */
    Map<String, Object> right(boolean ownTime) {
        long lastOfBurst = burst;
        while (!inbox.isEnded()) {
            if (receiver.poll(Library.Receiver.LIMIT) == 0) {
                patience.spin();
            } else if (inbox.last() == lastOfBurst) {
                send(ownTime ? System.nanoTime() : lastOfBurst, 1);
                lastOfBurst += burst;
            }
        }
        return Map.of();
    }

    private void send(long value, int count) {
        while (!sender.send(value, count, payload)) {
            patience.spin();
        }
    }
}
