/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.lab.Figures;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Schedule.Patience;
import io.tailrace.benchmarks.lab.Waits;
import io.tailrace.benchmarks.pair.Cell.Kind;
import io.tailrace.benchmarks.peer.Library;
import java.util.Arrays;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Left sends a message, or a burst of them, numbered from 1; right checks each number and sends the last one of the
 * burst back; left measures the time, and checks that it is the one it sent. There may be several lefts. In a check of
 * the clocks right sends its time instead.
 */
final class RoundTrip {
    private final Cell cell;
    private final Inbox inbox;
    private final Library.Receiver receiver;
    private final Schedule schedule;
    private final Patience patience;
    private long sent;

    RoundTrip(Cell cell, Schedule schedule, Waits waits, Library.Receiver receiver, Inbox inbox) {
        this.cell = cell;
        this.inbox = inbox;
        this.receiver = receiver;
        this.schedule = schedule;
        this.patience = new Patience(schedule.endNs(), waits);
        inbox.begin(null);
    }

    /** Measures trips. */
    Map<String, Object> left(Library.Sender sender, int source) {
        Histogram trips = Figures.newHistogram();
        recordTrips(sender, source, Figures.newHistogram(), schedule.leadInNs());
        recordTrips(sender, source, trips, schedule.measureNs());
        send(sender, Inbox.end(sent), 1);
        return Map.of(Ends.TIMES, trips);
    }

    /** At least one trip: the process may have been stopped for longer than the measurement. */
    private void recordTrips(Library.Sender sender, int source, Histogram histogram, long durationNs) {
        long untilNs = System.nanoTime() + durationNs;
        long endNs;
        do {
            long startNs = System.nanoTime();
            trip(sender, source);
            if (!inbox.isLast(sent)) {
                throw new IllegalStateException("not the answer: sent=" + sent + ", received=" + inbox.last());
            }
            endNs = System.nanoTime();
            Figures.record(histogram, endNs - startNs);
        } while (endNs < untilNs);
    }

    /** Measures each direction separately, by the clocks of both: if they agree, the two times are alike. */
    Map<String, Object> leftClock(Library.Sender sender) {
        Histogram there = Figures.newHistogram();
        Histogram back = Figures.newHistogram();
        Histogram trips = Figures.newHistogram();
        long untilNs = System.nanoTime() + schedule.measureNs();
        long endNs;
        do {
            long startNs = System.nanoTime();
            long answeredNs = trip(sender, 0);
            endNs = System.nanoTime();
            Figures.record(there, answeredNs - startNs);
            Figures.record(back, endNs - answeredNs);
            Figures.record(trips, endNs - startNs);
        } while (endNs < untilNs);
        send(sender, Inbox.end(sent), 1);
        long thereNs = there.getValueAtPercentile(50);
        long backNs = back.getValueAtPercentile(50);
        return Map.of(Ends.TIMES, trips, "there", thereNs, "back", backNs, "apart", (thereNs - backNs) / 2.0);
    }

    private long trip(Library.Sender sender, int source) {
        for (long last = sent + cell.burst(); sent < last; ) {
            int count = (int) Math.min(sender.group(), last - sent);
            send(sender, Inbox.value(source, sent + 1), count);
            sent += count;
        }
        while (receiver.poll(Library.Receiver.LIMIT) == 0) {
            patience.await();
        }
        patience.reset();
        return inbox.last();
    }

    /**
     * Answers until all lefts have sent their end.
     *
     * @param back leads to each left, by its number
     */
    Map<String, Object> right(Library.Sender[] back) {
        long[] lastsOfBursts = new long[back.length];
        Arrays.fill(lastsOfBursts, cell.burst());
        while (!inbox.isEnded()) {
            if (receiver.poll(Library.Receiver.LIMIT) == 0) {
                patience.await();
                continue;
            }
            patience.reset();
            for (int i = 0; i < back.length; i++) {
                if (inbox.count(i) == lastsOfBursts[i]) {
                    send(back[i], cell.kind() == Kind.CLOCK ? System.nanoTime() : lastsOfBursts[i], 1);
                    lastsOfBursts[i] += cell.burst();
                }
            }
        }
        return Map.of();
    }

    private void send(Library.Sender sender, long value, int count) {
        while (!sender.send(value, count, cell.payload())) {
            patience.await();
        }
    }
}
