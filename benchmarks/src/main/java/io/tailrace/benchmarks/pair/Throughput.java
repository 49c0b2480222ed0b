/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Schedule.Patience;
import io.tailrace.benchmarks.lab.Usage;
import io.tailrace.benchmarks.lab.Waits;
import io.tailrace.benchmarks.pair.Cell.Kind;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.benchmarks.peer.Library.LogLibrary;
import java.util.Map;

/**
 * Left sends numbered messages from 1, as fast as it can or by a schedule. Right receives, counts and keeps the time.
 * There may be several of both.
 */
final class Throughput {
    /** The clock is read once in this many messages or polls. */
    private static final int BATCH = 256;

    private final Schedule schedule;
    private final Cell cell;
    private final int payload;
    private final int pollLimit;
    private final Patience patience;
    private long emptyPolls;

    Throughput(Cell cell, Schedule schedule, Waits waits) {
        this.schedule = schedule;
        this.cell = cell;
        this.payload = cell.payload();
        this.pollLimit = Library.Receiver.limit(payload);
        this.patience = new Patience(schedule.endNs(), waits);
    }

    /**
     * Sends. The longest time that it was blocked is exact to a batch.
     *
     * @param source of its messages
     */
    Map<String, Object> left(Library.Sender sender, int source) {
        boolean isCounted = schedule.periodNs() > 0;
        long most = isCounted ? schedule.count() : Long.MAX_VALUE;
        long firstPosition = sender.position();
        long sent = 0;
        long refused = 0;
        long startSent = 0;
        long startNs = System.nanoTime();
        long nowNs = startNs;
        long blockedNs = 0;
        do {
            for (long last = Math.min(most, sent + BATCH); sent < last; sent += sender.group()) {
                refused += send(sender, Inbox.value(source, sent + 1), sender.group());
            }
            long beforeNs = nowNs;
            nowNs = System.nanoTime();
            if (beforeNs < schedule.measureFromNs() && nowNs < schedule.endNs()) {
                startSent = sent;
                startNs = nowNs;
            } else {
                blockedNs = Math.max(blockedNs, nowNs - beforeNs);
            }
        } while (isCounted ? sent < most : nowNs < schedule.endNs());
        double logBytes = (double) (sender.position() - firstPosition) / sent;
        double sendRate = (sent - startSent) * 1e9 / Math.max(1, nowNs - startNs);
        send(sender, Inbox.end(sent), 1);
        return Map.of(
                "sent",
                sent,
                "refused",
                refused,
                "logBytesPerMessage",
                logBytes,
                "sendRate",
                sendRate,
                "longestBlockedNs",
                blockedNs);
    }

    /** Sends messages. Returns the number of refusals. */
    private long send(Library.Sender sender, long value, int count) {
        long refused = 0;
        while (!sender.send(value, count, payload)) {
            refused++;
            patience.await();
        }
        if (refused > 0) {
            patience.reset();
        }
        return refused;
    }

    /** Receives. If nothing arrives in the measured time because a thread has no processor, the lead-in counts, too. */
    Map<String, Object> right(Library.Receiver receiver, Inbox inbox) {
        inbox.begin(null);
        inbox.readAll(cell.kind() == Kind.SUM);
        long beginNs = System.nanoTime();
        pollUntil(receiver, inbox, schedule.measureFromNs());
        long startCount = inbox.count();
        long startNs = System.nanoTime();
        emptyPolls = 0;
        pollUntil(receiver, inbox, schedule.endNs());
        long endNs = System.nanoTime();
        Map<String, Object> figures = inbox.count() == startCount
                ? figures(inbox.count(), endNs - beginNs)
                : figures(inbox.count() - startCount, endNs - startNs);
        while (!inbox.isEnded()) {
            pollBatch(receiver);
        }
        inbox.readAll(false);
        return figures;
    }

    private Map<String, Object> figures(long messages, long ns) {
        double rate = messages * 1e9 / ns;
        double gigabytes = rate * payload / 1e9;
        return Map.of("messages", messages, "rate", rate, "gigabytesPerSecond", gigabytes, "emptyPolls", emptyPolls);
    }

    /** Sends without a receiver, and keeps the time. */
    Map<String, Object> alone(Library.Sender sender) {
        sendUntil(sender, schedule.measureFromNs());
        long startNs = System.nanoTime();
        long messages = sendUntil(sender, schedule.endNs());
        return figures(messages, System.nanoTime() - startNs);
    }

    private long sendUntil(Library.Sender sender, long ns) {
        long sent = 0;
        do {
            for (int i = 0; i < BATCH; i++) {
                sender.send(++sent, 1, payload);
            }
        } while (System.nanoTime() < ns);
        return sent;
    }

    /** Until then, and until a message has arrived: without one there is no figure. */
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
                patience.await();
            } else {
                patience.reset();
            }
        }
    }

    /**
     * One thread sends and receives: cost and allocation of a message without waiting for another core. If a message is
     * refused, that thread runs the driver.
     */
    static final class Alone {
        /** The clock is read once in this many messages. */
        private static final int BATCH = 256;

        private static final int POLL_LIMIT = 64;

        private final Schedule schedule;
        private final Patience patience;
        private final int payload;
        private final LogLibrary library;
        private final Library.Sender sender;
        private final Library.Receiver receiver;
        private long sent;

        Alone(Cell cell, Schedule schedule, LogLibrary library, Library.Sender sender, Library.Receiver receiver) {
            this.schedule = schedule;
            this.patience = new Patience(schedule.endNs(), Waits.SPIN);
            this.payload = cell.payload();
            this.library = library;
            this.sender = sender;
            this.receiver = receiver;
        }

        Map<String, Object> measure(Inbox inbox) {
            inbox.begin(null);
            passUntil(schedule.measureFromNs());
            long thread = Thread.currentThread().getId();
            long startSent = sent;
            long startBytes = Usage.allocatedBytes(thread);
            long startNs = System.nanoTime();
            passUntil(schedule.endNs());
            double ns = System.nanoTime() - startNs;
            double bytes = Usage.allocatedBytes(thread) - startBytes;
            double messages = sent - startSent;
            send(Inbox.end(sent), 1);
            while (!inbox.isEnded()) {
                receiver.poll(POLL_LIMIT);
                patience.await();
            }
            return Map.of("bytesPerMessage", bytes / messages, "nsPerMessage", ns / messages, "payload", payload);
        }

        /** At least one batch. */
        private void passUntil(long ns) {
            do {
                for (long last = sent + BATCH; sent < last; sent += sender.group()) {
                    send(sent + 1, sender.group());
                    receiver.poll(POLL_LIMIT);
                }
            } while (System.nanoTime() < ns);
        }

        private void send(long value, int count) {
            while (!sender.send(value, count, payload)) {
                library.runCycles();
                receiver.poll(POLL_LIMIT);
                patience.await();
            }
        }
    }
}
