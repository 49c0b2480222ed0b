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
import org.jspecify.annotations.Nullable;

/**
 * Keeps every log: cleans, sets limits, unblocks; see {@link KeptLog}. It alone touches them. The conductor asks
 * through a mailbox ({@link KeeperProxy}); nothing slow ever runs here.
 */
final class LogKeeper implements Agent {
    private static final int MAX_REQUESTS = 64;

    /** What the keeper tells the conductor, on the keeper's thread. */
    interface Listener {
        void onDrained(KeptLog log, long registrationId);

        void onEvicted(KeptLog log, long registrationId);

        void onFinished(KeptLog log);

        /**
         * For a second by now, a living publisher has not answered; until it does, a dead one's claim cannot be padded.
         */
        void onOverdue(KeptLog log, int publisherSlot);

        /**
         * A living client writes impossible values into a log. The log is kept, and its other clients are not harmed.
         */
        void onMisuse(String description);

        void onFailed(KeptLog log, Throwable cause);

        /** Something went wrong that may pass; all logs are kept. On any thread; throws nothing. */
        void onError(Throwable error);
    }

    private record Entry(
            KeptLog log, LogFiles files, LongConsumer drained, LongConsumer evicted, OverdueAnswer answer) {}

    private final Mailbox requests;
    private final VisitSchedule<Entry> entries;
    private final Listener listener;
    private final NanoClock clock;
    /** This thread writes, opaque so that anybody may read at any time. */
    private final AtomicLong cycles = new AtomicLong();

    private final AtomicLong paddedBytes = new AtomicLong();
    private @Nullable InternalError fault;

    LogKeeper(Listener listener, Mailbox requests, NanoClock clock) {
        this.requests = requests;
        this.listener = listener;
        this.clock = clock;
        this.entries = new VisitSchedule<>(clock.nanoTime());
    }

    @Override
    public String roleName() {
        return "tailrace-log-keeper";
    }

    /** From inside a request, or before the first cycle. Has no effect the second time. */
    void add(KeptLog log, LogFiles files) {
        if (logs().contains(log)) {
            return;
        }
        entries.add(new Entry(
                log, files, id -> listener.onDrained(log, id), id -> listener.onEvicted(log, id), new OverdueAnswer()));
    }

    /** From inside a request. Returns the logs that are kept. */
    List<KeptLog> logs() {
        return entries.items().stream().map(Entry::log).toList();
    }

    /** From inside a request: a client is proven dead. */
    void clientDied(long clientId) {
        for (Entry entry : entries.items()) {
            try {
                entry.log().clientDied(clientId);
                PendingFault.raise();
            } catch (InternalError e) {
                fault = e; // The other logs must hear of the death all the same, or wait for that client for ever.
            }
        }
    }

    /** A request that fails does not keep it from the logs, nor does a log that fails keep it from the others. */
    @Override
    public int doWork() {
        cycles.setOpaque(cycles.getPlain() + 1);
        long nowNs = clock.nanoTime();
        int work = 0;
        try {
            work += requests.run(MAX_REQUESTS);
        } catch (InternalError e) {
            fault = e;
        } catch (Throwable e) {
            listener.onError(e);
        }
        try {
            work += entries.visit(nowNs, entry -> keep(entry, nowNs));
            PendingFault.raise(); // Here, or it comes out in the sleep that follows.
        } catch (InternalError e) {
            fault = e;
        }
        return fault == null ? work : work + removeTruncated(fault);
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
                .filter(entry -> entry.files().findTruncation() != null)
                .toList();
        truncated.forEach(entry -> letGo(entry, cause));
        entries.removeIf(truncated::contains);
        if (truncated.isEmpty()) {
            listener.onError(cause);
        }
        fault = null;
        return truncated.size();
    }

    private void letGo(Entry entry, InternalError cause) {
        listener.onFailed(
                entry.log(),
                new IllegalStateException(
                        "somebody truncated a file in " + entry.files().directory(), cause));
    }

    /** Returns the work done, or {@link VisitSchedule.Visitor#DONE} if the log is kept no more. */
    private int keep(Entry entry, long nowNs) {
        try {
            return tryToKeep(entry, nowNs);
        } catch (InternalError e) {
            fault = e; // Of this log, or of one before it.
        } catch (Throwable e) {
            listener.onError(e); // For want of heap, for example: that passes.
        }
        return 0;
    }

    private int tryToKeep(Entry entry, long nowNs) {
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
                PendingFault.raise(); // While it is known whose it is.
                listener.onFinished(log);
                return VisitSchedule.Visitor.DONE;
            }
            return work;
        } catch (RuntimeException e) {
            PendingFault.raise(); // As above: of a file that is gone zeros are read.
            listener.onFailed(log, e);
            return VisitSchedule.Visitor.DONE; // One log with impossible bytes in it must not harm the others.
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

    /** For how long the keeper has waited for the answer of one living publisher of one log. Keeper only. */
    private static final class OverdueAnswer {
        private static final long PATIENCE_NS = 1_000_000_000;
        private static final int NOBODY = -1;

        private int slot = NOBODY;
        private long sinceNs;
        private boolean told;

        /** {@return whether that publisher is to be named now: once for each wait} */
        boolean isDue(int waitingFor, long nowNs) {
            if (waitingFor != slot) {
                slot = waitingFor;
                sinceNs = nowNs;
                told = false;
            }
            boolean due = slot != NOBODY && !told && nowNs - sinceNs >= PATIENCE_NS;
            told |= due;
            return due;
        }
    }
}
