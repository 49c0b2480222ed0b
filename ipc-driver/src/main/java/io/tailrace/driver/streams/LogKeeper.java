/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.events.Events;
import io.tailrace.internal.ErrorText;
import io.tailrace.internal.PendingFault;
import io.tailrace.liveness.ProgramName;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogMeta;
import io.tailrace.log.maintain.LogMaintenance;
import io.tailrace.log.maintain.SubscriberSlots;
import io.tailrace.report.EventLog;
import io.tailrace.report.EventView;
import io.tailrace.report.EventView.Kind;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps every log: cleans, sets limits, unblocks; see {@link LogMaintenance}. It acts on what it finds there: notifies
 * clients, releases logs, reports misuse. A part of the driver's cycle.
 */
public final class LogKeeper {
    private static final long ANSWER_PATIENCE_NS = 1_000_000_000;
    /** If nothing moves for this long although it should, a process may be dead. */
    private static final long STANDSTILL_NS = 20_000_000;

    private record Entry(
            LogMaintenance log,
            LogFiles files,
            LongConsumer drained,
            LongConsumer evicted,
            SubscriberSlots.OverrunListener overrun,
            Lasting waitForAnswer,
            Lasting standstill) {}

    private final Runnable stayAlert;
    private final StreamIndex index;
    private final RetainedLogs retained;
    private final EventBroadcast.Sender events;
    private final EventLog history;
    private final Consumer<Throwable> errors;
    private final Joins joins;
    private final VisitSchedule<Entry> entries;
    private long paddedBytes;
    private @Nullable InternalError fault;

    /**
     * Keeps no log yet.
     *
     * @param stayAlert called when nothing moves although it should: a process may be dead
     */
    public LogKeeper(
            Runnable stayAlert,
            Joins joins,
            StreamIndex index,
            RetainedLogs retained,
            EventBroadcast.Sender events,
            EventLog history,
            Consumer<Throwable> errors,
            NanoClock clock) {
        this.stayAlert = stayAlert;
        this.joins = joins;
        this.index = index;
        this.retained = retained;
        this.events = events;
        this.history = history;
        this.errors = errors;
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
                id -> onDrained(log, id),
                this::onEvicted,
                (id, from, to) -> onOverrun(log, id, from, to),
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
            errors.accept(e);
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
        onFailed(
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
            errors.accept(e); // A want of heap, for example, passes.
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
                onOverdue(log, waitingFor);
            }
            if (entry.standstill().isDue(log.isBehind() ? log.consumed() : Lasting.NOTHING, nowNs)) {
                stayAlert.run();
            }
            int misplaced = log.subscribers().takeMisplaced();
            if (misplaced >= 0) {
                errors.accept(new IllegalStateException(log.subscribers().describeMisplaced(misplaced)));
            }
            noteEnd(log, nowNs);
            if (log.isFinished() && !joins.isAwaited(log)) {
                PendingFault.raise(); // The fault of a truncated file is thrown while its log is known.
                onFinished(log);
                return VisitSchedule.Visitor.DONE;
            }
            return work;
        } catch (RuntimeException e) {
            PendingFault.raise(); // A truncated file reads as zeros, which may be the impossible value here.
            joins.forget(join -> join.log() == log);
            onFailed(log, e);
            return VisitSchedule.Visitor.DONE; // A log with impossible bytes must not harm the others.
        }
    }

    private void onDrained(LogMaintenance kept, long registrationId) {
        long logId = kept.log().constants().logId();
        act(() -> {
            SubscriptionEntry subscription = index.subscription(registrationId);
            if (subscription != null && subscription.images().containsKey(logId)) {
                events.send(new Event.ImageUnavailable(subscription.client().id(), registrationId, logId));
                subscription.images().remove(logId); // Last: if the event failed, this task runs again.
            }
        });
    }

    private void onEvicted(long registrationId) {
        act(() -> {
            SubscriptionEntry subscription = index.subscription(registrationId);
            if (subscription != null) {
                history.note(event(Kind.EVICTED, subscription, ""));
                errors.accept(new IllegalStateException(
                        "a subscriber was evicted, and no longer holds publishers back, because it did so for too long:"
                                + " stream=" + subscription.stream() + ", "
                                + subscription.client().describe()));
            }
        });
    }

    /** A subscriber that publishers do not wait for has lost a range, or parts of it. */
    private void onOverrun(LogMaintenance kept, long registrationId, long from, long to) {
        long logId = kept.log().constants().logId();
        act(() -> {
            SubscriptionEntry subscription = index.subscription(registrationId);
            if (subscription != null) {
                history.note(event(Kind.OVERRUN, subscription, "log=" + logId).at(from, to));
            }
        });
    }

    private static EventView event(Kind kind, SubscriptionEntry subscription, String detail) {
        ClientEntry client = subscription.client();
        return EventView.ofClient(kind, client.id(), client.pid(), client.name(), detail)
                .on(subscription.stream(), subscription.command().name().text());
    }

    /** The claim of a dead publisher was padded. */
    public void onUnblocked(LogBuffers log, long position, long length, int publisherSlot) {
        LogMeta meta = log.meta();
        boolean isKnown = publisherSlot >= 0;
        String stream = log.constants().stream();
        long logId = log.constants().logId();
        long registrationId = isKnown ? meta.publishers().acquire(publisherSlot) : 0;
        long clientId = isKnown ? meta.publishers().client(publisherSlot) : 0;
        long pid = isKnown ? meta.publishers().pid(publisherSlot) : 0;
        Events.claimUnblocked(stream, logId, position, length, registrationId, clientId, pid);
        act(() -> history.note(EventView.ofClient(Kind.UNBLOCKED, clientId, pid, "", "log=" + logId)
                .on(stream, "")
                .at(position, position + length)));
    }

    private void onFinished(LogMaintenance kept) {
        act(() -> {
            LogEntry log = index.log(kept.log().constants().logId());
            if (log != null && log.kept() == kept) {
                retained.take(log);
                index.remove(log); // Last, for the same reason.
            }
        });
    }

    /** A living publisher has not answered for a second. Until it does, the claim of a dead one cannot be padded. */
    private void onOverdue(LogMaintenance kept, int publisherSlot) {
        LogMeta meta = kept.log().meta();
        long clientId = meta.publishers().client(publisherSlot);
        long pid = meta.publishers().pid(publisherSlot);
        String what = "a living client has to answer before the claim of a dead one can be padded: stream="
                + kept.log().constants().stream() + ", log="
                + kept.log().constants().logId() + ", position=" + kept.waitingAt() + ", ";
        errors.accept(new IllegalStateException(
                what + describe(kept, clientId, pid) + ". The stream continues when that client does, or is dead"));
    }

    private String describe(LogMaintenance kept, long clientId, long pid) {
        LogEntry log = index.log(kept.log().constants().logId());
        return log == null
                ? ProgramName.describe(clientId, pid, "")
                : log.publications().stream()
                        .map(PublicationEntry::client)
                        .filter(client -> client.id() == clientId)
                        .findFirst()
                        .map(client -> client.describe() + client.heartbeat().describe(System.nanoTime()))
                        .orElse(ProgramName.describe(clientId, pid, ""));
    }

    private void onFailed(LogMaintenance kept, Throwable cause) {
        errors.accept(new IllegalStateException(
                "the log is no longer kept: stream=" + kept.log().constants().stream() + ", log="
                        + kept.log().constants().logId() + ", " + ErrorText.of(cause),
                cause));
    }

    /** A failure here says nothing about the log, which is kept on. After a want of heap the finding is repeated. */
    private void act(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            PendingFault.raise(); // Of a truncated file, which reads as zeros.
            errors.accept(e);
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
