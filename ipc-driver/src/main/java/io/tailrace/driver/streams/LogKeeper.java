/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.internal.PendingFault;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogFiles;
import io.tailrace.log.maintain.LogMaintenance;
import io.tailrace.log.maintain.LossWatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps every log: cleans, sets limits, unblocks; see {@link LogMaintenance}. Only the keeper's thread touches kept
 * logs. The conductor sends requests through a mailbox ({@link KeeperProxy}), and nothing slow ever runs here.
 */
public final class LogKeeper implements DriverAgent {
    private static final int MAX_REQUESTS = 64;
    private static final long ANSWER_PATIENCE_NS = 1_000_000_000;
    /** If nothing moves for this long although it should, a process may be dead. */
    private static final long STANDSTILL_NS = 20_000_000;

    /**
     * A subscriber that could not join a log yet, or the next publisher of a mirror, because a client of the log was
     * cleaning. Each cycle tries again. If that client is stopped, only those who join its log wait for it.
     *
     * @param log the log that a subscriber joins; null for a publisher, and for a task that waits until a subscriber
     *     has joined all logs
     * @param attempt returns whether the request is answered
     */
    record Join(@Nullable LogMaintenance log, long clientId, long registrationId, BooleanSupplier attempt) {}

    private record Entry(
            LogMaintenance log,
            LogFiles files,
            LongConsumer drained,
            LongConsumer evicted,
            LossWatch.OverrunListener overrun,
            Lasting waitForAnswer,
            Lasting standstill) {}

    private final List<Join> joins = new ArrayList<>();
    private final DriverAgent.Threads rest;
    private final Mailbox requests;
    private final VisitSchedule<Entry> entries;
    private final KeeperFindings findings;
    private final NanoClock clock;
    /** Written by the keeper's thread and read by any thread, so both use opaque access. */
    private final AtomicLong cycles = new AtomicLong();

    private final AtomicLong paddedBytes = new AtomicLong();
    private @Nullable InternalError fault;

    public LogKeeper(DriverAgent.Threads rest, KeeperFindings findings, Mailbox requests, NanoClock clock) {
        this.rest = rest;
        this.requests = requests;
        this.findings = findings;
        this.clock = clock;
        this.entries = new VisitSchedule<>(clock.nanoTime());
    }

    @Override
    public String roleName() {
        return "tailrace-log-keeper";
    }

    /** From inside a request, or before the first cycle. A second call has no effect. */
    public void add(LogMaintenance log, LogFiles files) {
        if (keeps(log)) {
            return;
        }
        entries.add(new Entry(
                log,
                files,
                id -> findings.onDrained(log, id),
                id -> findings.onEvicted(log, id),
                (id, from, to) -> findings.onOverrun(log, id, from, to),
                new Lasting(ANSWER_PATIENCE_NS),
                new Lasting(STANDSTILL_NS)));
    }

    /** From inside a request. */
    void join(Join join) {
        if (!join.attempt().getAsBoolean()) {
            joins.add(join);
        }
    }

    long nowNs() {
        return clock.nanoTime();
    }

    /** {@return whether a subscriber waits to join a log} */
    boolean waitsToJoin(long registrationId) {
        return joins.stream().anyMatch(join -> join.log() != null && join.registrationId() == registrationId);
    }

    /** From inside a request: the clients that asked for these joins are gone. */
    void forgetJoins(Predicate<Join> condition) {
        joins.removeIf(condition);
    }

    /** {@return how many still wait} A want of heap or stack passes; a truncated file was reported. */
    private int tryJoins() {
        for (int i = joins.size() - 1; i >= 0; i--) {
            boolean answered = false;
            try {
                answered = joins.get(i).attempt().getAsBoolean();
            } catch (InternalError e) {
                answered = true;
                throw e;
            } finally {
                if (answered) {
                    joins.remove(i);
                }
            }
        }
        return joins.size();
    }

    /** From inside a request. Returns whether a log is kept. */
    boolean keeps(LogMaintenance log) {
        return logs().contains(log);
    }

    /** From inside a request. Returns the logs that are kept. */
    List<LogMaintenance> logs() {
        return entries.items().stream().map(Entry::log).toList();
    }

    /** From inside a request. Frees the slots of a dead client in all logs. */
    void clientDied(long clientId) {
        forgetJoins(join -> join.clientId() == clientId);
        for (Entry entry : entries.items()) {
            try {
                entry.log().clientDied(clientId);
                PendingFault.raise();
            } catch (InternalError e) {
                fault = e; // The other logs must hear of the death too, or they would wait for that client for ever.
            }
        }
    }

    /** Runs the requests, then visits the logs. A request or a log that fails does not hinder the others. */
    @Override
    public int doWork() {
        return doWork(false);
    }

    @Override
    public int look() {
        return doWork(true);
    }

    private int doWork(boolean visitAll) {
        cycles.setOpaque(cycles.getPlain() + 1);
        int work = 0;
        try {
            work = runAndVisit(visitAll, clock.nanoTime());
        } catch (InternalError e) { // Perhaps thrown where another failure was caught: zeros of a truncated file.
            fault = e;
        }
        return fault == null ? work : work + removeTruncated(fault);
    }

    private int runAndVisit(boolean visitAll, long nowNs) {
        int work = 0;
        try {
            work += tryJoins(); // Before the requests, which may remove a join.
            work += requests.run(MAX_REQUESTS);
        } catch (InternalError e) {
            fault = e;
        } catch (Throwable e) {
            findings.onError(e);
        }
        work += entries.visit(nowNs, visitAll, entry -> keep(entry, nowNs));
        PendingFault.raise(); // Else a truncated file would throw its fault in the following sleep.
        return work;
    }

    /** {@return the cycles so far} Any thread. */
    public long cycles() {
        return cycles.getOpaque();
    }

    /** {@return the bytes padded so far because their publisher was proven dead} Any thread. */
    public long paddedBytes() {
        return paddedBytes.getOpaque();
    }

    private int removeTruncated(InternalError cause) {
        PendingFault.drop(); // Another one of the same file.
        List<Entry> truncated = entries.items().stream()
                .filter(entry -> entry.files().findTruncation() != null)
                .toList();
        truncated.forEach(entry -> letGo(entry, cause));
        entries.removeIf(truncated::contains);
        if (truncated.isEmpty()) {
            findings.onError(cause);
        }
        fault = null;
        return truncated.size();
    }

    private void letGo(Entry entry, InternalError cause) {
        forgetJoins(join -> join.log() == entry.log());
        findings.onFailed(
                entry.log(),
                new IllegalStateException(
                        "a file was truncated in " + entry.files().directory(), cause));
    }

    /** Returns the work done, or {@link VisitSchedule.Visitor#DONE} if the log is no longer kept. */
    private int keep(Entry entry, long nowNs) {
        try {
            return tryToKeep(entry, nowNs);
        } catch (InternalError e) {
            fault = e; // A file of this log, or of a log before it, was truncated.
        } catch (Throwable e) {
            findings.onError(e); // A want of heap, for example, passes.
        }
        return 0;
    }

    private int tryToKeep(Entry entry, long nowNs) {
        LogMaintenance log = entry.log();
        try {
            long consumed = log.consumed();
            log.mirror().look(nowNs);
            int work = cycle(log, entry.drained());
            log.holdBack().look(nowNs);
            log.subscribers().findOverrun(nowNs, entry.overrun());
            if (!log.isEnded()) { // Then there is no publisher to hold back.
                log.subscribers().evictSlow(log.log(), nowNs, entry.evicted());
            } else if (log.consumed() > consumed) {
                work++; // Subscribers that read to the end expect to learn soon that it is the end.
            }
            int waitingFor = log.waitingFor();
            if (entry.waitForAnswer().isDue(waitingFor, nowNs)) {
                findings.onOverdue(log, waitingFor);
            }
            if (entry.standstill().isDue(log.isBehind() ? log.consumed() : Lasting.NOTHING, nowNs)) {
                rest.alertBoth();
            }
            String misuse = log.takeMisplacedSubscriber();
            if (misuse != null) {
                findings.onMisuse(misuse);
            }
            noteEnd(log, nowNs);
            if (log.isFinished()) {
                PendingFault.raise(); // The fault of a truncated file is thrown while its log is known.
                forgetJoins(join -> join.log() == log);
                findings.onFinished(log);
                return VisitSchedule.Visitor.DONE;
            }
            return work;
        } catch (RuntimeException e) {
            PendingFault.raise(); // A truncated file reads as zeros, which may be the impossible value here.
            forgetJoins(join -> join.log() == log);
            findings.onFailed(log, e);
            return VisitSchedule.Visitor.DONE; // A log with impossible bytes must not harm the others.
        }
    }

    private static void noteEnd(LogMaintenance log, long nowNs) {
        if (log.isEnded()) {
            LogEnd.note(log.log().meta(), nowNs);
        }
    }

    private int cycle(LogMaintenance log, LongConsumer drained) {
        long before = log.paddedBytes();
        int work = log.cycle(drained);
        long padded = log.paddedBytes() - before;
        if (padded > 0) {
            paddedBytes.setOpaque(paddedBytes.getPlain() + padded);
        }
        return work;
    }

    /** Detects a condition that lasts for a while, such as the wait for the answer of one publisher. */
    private static final class Lasting {
        private static final long NOTHING = -1;

        private final long whileNs;
        private long subject = NOTHING;
        private long sinceNs;
        private boolean told;

        Lasting(long whileNs) {
            this.whileNs = whileNs;
        }

        /**
         * {@return whether the condition has lasted long enough} True once for each subject.
         *
         * @param newSubject the subject of the condition now; less than 0 if there is none
         */
        boolean isDue(long newSubject, long nowNs) {
            if (newSubject != subject) {
                subject = newSubject;
                sinceNs = nowNs;
                told = false;
            }
            boolean due = subject >= 0 && !told && nowNs - sinceNs >= whileNs;
            told |= due;
            return due;
        }
    }
}
