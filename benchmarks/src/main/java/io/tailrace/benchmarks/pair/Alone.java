/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Schedule.Patience;
import io.tailrace.benchmarks.lab.Usage;
import io.tailrace.benchmarks.lab.Waits;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.benchmarks.peer.LogLibrary;
import java.util.Map;

/**
 * One thread sends and receives: what a message costs where no other core is waited for, and what it allocates. Where a
 * message is refused, that thread runs the driver.
 */
final class Alone {
    /** Looked at the clock once in so many messages. */
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

    /** One batch at least. */
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
