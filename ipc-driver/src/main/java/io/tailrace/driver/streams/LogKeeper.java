/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.internal.PendingFault;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogFiles;
import io.tailrace.log.maintain.LogMaintenance;
import io.tailrace.log.maintain.LossWatch;
import java.util.List;
import java.util.function.LongConsumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** Keeps every log: cleans, sets limits, unblocks; see {@link LogMaintenance}. A part of the driver's cycle. */
public final class LogKeeper {
    private static final long ANSWER_PATIENCE_NS = 1_000_000_000;
    /** If nothing moves for this long although it should, a process may be dead. */
    private static final long STANDSTILL_NS = 20_000_000;

    private record Entry(
            LogMaintenance log,
            LogFiles files,
            LongConsumer drained,
            LongConsumer evicted,
            LossWatch.OverrunListener overrun,
            Lasting waitForAnswer,
            Lasting standstill) {}

    private final Runnable stayAlert;
    private final KeeperFindings findings;
    private final Joins joins;
    private final VisitSchedule<Entry> entries;
    private long paddedBytes;
    private @Nullable InternalError fault;

    /** @param stayAlert called when nothing moves although it should: a process may be dead */
    public LogKeeper(Runnable stayAlert, KeeperFindings findings, Joins joins, NanoClock clock) {
        this.stayAlert = stayAlert;
        this.findings = findings;
        this.joins = joins;
        this.entries = new VisitSchedule<>(clock.nanoTime());
    }

    /** From now on the log is kept. A second call has no effect. */
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

    /** {@return whether a log is kept} */
    boolean keeps(LogMaintenance log) {
        return logs().contains(log);
    }

    /** {@return the logs that are kept} */
    List<LogMaintenance> logs() {
        return entries.items().stream().map(Entry::log).toList();
    }

    /** Runs a step on a log between two visits. A failure because of the log's bytes does not reach the caller. */
    void guard(Runnable step) {
        try {
            tryTo(step);
        } catch (InternalError e) { // A file was truncated: the end of the next visits throws this.
            fault = e;
        }
    }

    private void tryTo(Runnable step) {
        try {
            step.run();
            PendingFault.raise();
        } catch (RuntimeException e) { // The log's files were overwritten; or truncated, and read as zeros.
            PendingFault.raise();
            findings.onError(e);
        }
    }

    /** Later, when all other logs were visited, this is thrown: {@link #releaseTruncated} finds the log. */
    void suspect(InternalError ofLog) {
        fault = ofLog;
    }

    /**
     * Visits the logs. A log that fails does not hinder the others.
     *
     * @param visitAll whether to visit resting logs, too
     * @return the work done
     * @throws InternalError if a file was truncated; to be followed by {@link #releaseTruncated}
     */
    public int visit(long nowNs, boolean visitAll) {
        int work = entries.visit(nowNs, visitAll, entry -> keep(entry, nowNs));
        InternalError found = fault;
        if (found != null) {
            fault = null;
            throw found;
        }
        return work;
    }

    /** {@return the bytes padded so far because their publisher was proven dead} */
    public long paddedBytes() {
        return paddedBytes;
    }

    /** From now on the logs of which somebody has truncated a file are not kept. Returns how many there are. */
    public int releaseTruncated(InternalError cause) {
        List<Entry> truncated = entries.items().stream()
                .filter(entry -> entry.files().findTruncation() != null)
                .toList();
        truncated.forEach(entry -> letGo(entry, cause));
        entries.removeIf(truncated::contains);
        return truncated.size();
    }

    private void letGo(Entry entry, InternalError cause) {
        joins.forget(join -> join.log() == entry.log());
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
                stayAlert.run();
            }
            String misuse = log.takeMisplacedSubscriber();
            if (misuse != null) {
                findings.onMisuse(misuse);
            }
            noteEnd(log, nowNs);
            if (log.isFinished() && !joins.isAwaited(log)) {
                PendingFault.raise(); // The fault of a truncated file is thrown while its log is known.
                findings.onFinished(log);
                return VisitSchedule.Visitor.DONE;
            }
            return work;
        } catch (RuntimeException e) {
            PendingFault.raise(); // A truncated file reads as zeros, which may be the impossible value here.
            joins.forget(join -> join.log() == log);
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
        paddedBytes += log.paddedBytes() - before;
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
