/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.log.KeptLog;
import io.tailrace.log.LogFiles;
import io.tailrace.memory.PendingFault;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Keeps every log: cleans, sets limits, unblocks; see {@link KeptLog}. It alone touches them; the conductor asks through a
 * queue, and nothing slow ever runs here.
 */
final class LogKeeper implements Agent {
    private static final int MAX_REQUESTS = 64;

    /** What the keeper tells the conductor, on the keeper's thread. */
    interface Listener {
        void onDrained(KeptLog log, long registrationId);

        void onEvicted(KeptLog log, long registrationId);

        void onFinished(KeptLog log);

        /** What a dead publisher left waits for the answer of a living one, for a second by now. */
        void onOverdue(KeptLog log, int publisherSlot);

        /** A living client writes what it must not; the log is kept, and the others are not harmed. */
        void onMisuse(String description);

        void onFailed(KeptLog log, RuntimeException cause);
    }

    private record Entry(
            KeptLog log, LogFiles files, LongConsumer drained, LongConsumer evicted, OverdueAnswer answer) {}

    private final Mailbox requests;
    private final Rota<Entry> entries;
    private final Listener listener;
    private final NanoClock clock;
    /** This thread writes, opaque so that anybody may read at any time. */
    private final AtomicLong cycles = new AtomicLong();

    private final AtomicLong paddedBytes = new AtomicLong();
    private volatile boolean ended;

    LogKeeper(Listener listener, Mailbox requests, NanoClock clock) {
        this.requests = requests;
        this.listener = listener;
        this.clock = clock;
        this.entries = new Rota<>(clock.nanoTime());
    }

    @Override
    public String roleName() {
        return "tailrace-log-keeper";
    }

    /** Any thread: runs something between two cycles, in the order asked. */
    void execute(Runnable request) {
        requests.add(request);
    }

    /** Any thread: ends it before its next cycle. */
    void end() {
        ended = true;
    }

    /** From inside a request. */
    void add(KeptLog log, LogFiles files) {
        entries.add(new Entry(
                log, files, id -> listener.onDrained(log, id), id -> listener.onEvicted(log, id), new OverdueAnswer()));
    }

    /** From inside a request. Returns the logs that are kept. */
    List<KeptLog> logs() {
        return entries.items().stream().map(Entry::log).toList();
    }

    @Override
    public int doWork() {
        if (ended) {
            throw OwnFiles.termination();
        }
        cycles.setOpaque(cycles.getPlain() + 1);
        int work = requests.run(MAX_REQUESTS);
        long nowNs = clock.nanoTime();
        try {
            work += entries.visit(nowNs, entry -> keep(entry, nowNs));
            PendingFault.raise(); // Else it would come out of the sleep that follows, and end this thread.
        } catch (InternalError e) {
            work += removeTruncated(e);
        }
        return work;
    }

    /** {@return the cycles so far} Any thread. */
    long cycles() {
        return cycles.getOpaque();
    }

    /** {@return the bytes padded so far because their publisher was proven dead} Any thread. */
    long paddedBytes() {
        return paddedBytes.getOpaque();
    }

    private int removeTruncated(InternalError cause) {
        List<Entry> truncated = entries.items().stream()
                .filter(entry -> !entry.files().isWhole())
                .toList();
        if (truncated.isEmpty()) {
            throw cause;
        }
        entries.removeIf(truncated::contains);
        for (Entry entry : truncated) {
            listener.onFailed(
                    entry.log(),
                    new IllegalStateException(
                            "somebody truncated a file in " + entry.files().directory(), cause));
        }
        return truncated.size();
    }

    /** Returns the work done, or that it is kept no more. */
    private int keep(Entry entry, long nowNs) {
        KeptLog log = entry.log();
        try {
            int work = cycle(log, entry.drained());
            log.evictSlow(nowNs, entry.evicted());
            int waitingFor = log.waitingFor();
            if (entry.answer().isDue(waitingFor, nowNs)) {
                listener.onOverdue(log, waitingFor);
            }
            String misuse = log.takeMisplacedSubscriber();
            if (misuse != null) {
                listener.onMisuse(misuse);
            }
            if (log.isFinished()) {
                listener.onFinished(log);
                return Rota.Visitor.DONE;
            }
            return work;
        } catch (RuntimeException e) {
            listener.onFailed(log, e);
            return Rota.Visitor.DONE; // One log with impossible bytes in it must not harm the others.
        }
    }

    private int cycle(KeptLog log, LongConsumer drained) {
        long before = log.paddedBytes();
        int work = log.cycle(drained);
        long padded = log.paddedBytes() - before;
        if (padded > 0) {
            paddedBytes.setOpaque(paddedBytes.getPlain() + padded);
        }
        return work;
    }
}
