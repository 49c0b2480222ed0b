/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.peer.Library;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Left sends its time; right sends it back; left sees how long that took, and that it is the one it sent. In a check of
 * the clocks right sends its own time instead.
 */
final class RoundTrip {
    private final Library.Sender sender;
    private final Library.Receiver receiver;
    private final Inbox inbox;
    private final Schedule schedule;
    private final int payload;
    private final Patience patience;

    RoundTrip(Library.Sender sender, Library.Receiver receiver, Inbox inbox, Cell cell, Schedule schedule) {
        this.sender = sender;
        this.receiver = receiver;
        this.inbox = inbox;
        this.schedule = schedule;
        this.payload = cell.payload();
        this.patience = new Patience(schedule.endNs());
        inbox.begin(null);
    }

    /** Measures trips. */
    Map<String, Object> left() {
        Histogram trips = Figures.newHistogram();
        recordTrips(Figures.newHistogram(), schedule.leadInNs());
        recordTrips(trips, schedule.measureNs());
        send(Inbox.end(inbox.count()));
        return Figures.of(trips);
    }

    /** One trip at least: this may have been stopped for longer than it was to last. */
    private void recordTrips(Histogram histogram, long durationNs) {
        long untilNs = System.nanoTime() + durationNs;
        long endNs;
        do {
            long startNs = System.nanoTime();
            if (trip(startNs) != startNs) {
                throw new IllegalStateException("not the answer: sent=" + startNs + ", received=" + inbox.last());
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
            long answeredNs = trip(startNs);
            endNs = System.nanoTime();
            Figures.record(there, answeredNs - startNs);
            Figures.record(back, endNs - answeredNs);
            Figures.record(trips, endNs - startNs);
        } while (endNs < untilNs);
        send(Inbox.end(inbox.count()));
        Map<String, Object> figures = Figures.of(trips);
        figures.put("there", there.getValueAtPercentile(50));
        figures.put("back", back.getValueAtPercentile(50));
        return figures;
    }

    private long trip(long value) {
        send(value);
        while (receiver.poll(Library.Receiver.LIMIT) == 0) {
            patience.spin();
        }
        return inbox.last();
    }

    /** Answers until left says that this was all. */
    Map<String, Object> right(boolean ownTime) {
        while (!inbox.isEnded()) {
            if (receiver.poll(Library.Receiver.LIMIT) == 0) {
                patience.spin();
            } else if (inbox.last() >= 0) {
                send(ownTime ? System.nanoTime() : inbox.last());
            }
        }
        return Map.of();
    }

    private void send(long value) {
        while (!sender.send(value, 1, payload)) {
            patience.spin();
        }
    }
}
