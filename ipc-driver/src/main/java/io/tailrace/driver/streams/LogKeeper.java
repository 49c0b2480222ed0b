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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
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
    /** Enough bounded steps for the end of the longest log; a log that needs more is not worth keeping. */
    private static final int MAX_LAST_CYCLES = 100_000;

    /** Stands for a slot: the registration needs none, and gets no answer. */
    static final int NOT_NEEDED = -3;
    /** Stands for the client of a vacant name, in a join. */
    static final long NO_CLIENT = 0;

    private record Entry(
            LogEntry log,
            LogMaintenance kept,
            LogFiles files,
            LongConsumer drained,
            LongConsumer evicted,
            SubscriberSlots.OverrunListener overrun,
            Lasting waitForAnswer,
            Lasting standstill) {}

    /**
     * A registration that waits for a slot, because a client of the log was cleaning. If that client is stopped, only
     * those who join its log wait for it.
     *
     * @param log the log that a subscriber joins, which is not released meanwhile; null for the next publisher of a
     *     mirror, and for a subscription that waits for its name, or until it has joined all logs
     * @param attempt returns whether the registration has its answer; harmless if it runs twice
     */
    private record Join(@Nullable LogEntry log, long clientId, long registrationId, BooleanSupplier attempt) {}

    private final Runnable stayAlert;
    private final StreamIndex index;
    private final RetainedLogs retained;
    private final EventBroadcast.Sender events;
    private final EventLog history;
    private final Consumer<Throwable> errors;
    private final List<Join> joins = new ArrayList<>();
    private final VisitSchedule<Entry> entries;
    private long paddedBytes;
    private @Nullable InternalError fault;

    /**
     * Keeps no log yet.
     *
     * @param stayAlert called when nothing moves although it should, or a registration waits: a process may be dead
     */
    public LogKeeper(
            Runnable stayAlert,
            StreamIndex index,
            RetainedLogs retained,
            EventBroadcast.Sender events,
            EventLog history,
            Consumer<Throwable> errors,
            NanoClock clock) {
        this.stayAlert = stayAlert;
        this.index = index;
        this.retained = retained;
        this.events = events;
        this.history = history;
        this.errors = errors;
        this.entries = new VisitSchedule<>(clock.nanoTime());
    }

    /** From now on the log, which is open, is kept. A second call has no effect. */
    public void add(LogEntry log) {
        if (entries.items().stream().anyMatch(entry -> entry.log() == log)) {
            return;
        }
        entries.add(new Entry(
                log,
                Objects.requireNonNull(log.kept()),
                Objects.requireNonNull(log.files()),
                id -> onDrained(log, id),
                this::onEvicted,
                (id, from, to) -> onOverrun(log, id, from, to),
                new Lasting(ANSWER_PATIENCE_NS),
                new Lasting(STANDSTILL_NS)));
    }

    /** {@return the logs that are kept} */
    List<LogEntry> logs() {
        return entries.items().stream().map(Entry::log).toList();
    }

    /** Tries at once. If a want of heap or stack ends the attempt, the caller tries again. */
    void join(@Nullable LogEntry log, long clientId, long registrationId, BooleanSupplier attempt) {
        if (!attempt.getAsBoolean()) {
            joins.add(new Join(log, clientId, registrationId, attempt));
        }
    }

    /**
     * Tries all waiting joins again. One that fails does not wait any more, except after a want of heap or stack, which
     * passes. As long as one waits, perhaps for a stopped process, the driver checks often, but that is no work.
     *
     * @return how many do not wait any more
     */
    public int retryJoins() {
        int work = 0;
        for (Join join : List.copyOf(joins)) { // An answer may end the wait of others.
            boolean waits = false;
            try {
                waits = joins.contains(join) && !join.attempt().getAsBoolean();
            } catch (OutOfMemoryError | StackOverflowError e) {
                waits = true;
                throw e;
            } finally {
                if (!waits) {
                    joins.remove(join);
                    work++;
                }
            }
        }
        if (!joins.isEmpty()) {
            stayAlert.run();
        }
        return work;
    }

    /** {@return whether a registration waits to join a log of these; null stands for something else} */
    boolean isWaiting(long registrationId, Predicate<@Nullable LogEntry> logs) {
        return joins.stream().anyMatch(join -> logs.test(join.log()) && join.registrationId() == registrationId);
    }

    /** A registration waits for the proof that a client is dead. */
    void suspect(ClientEntry client) {
        client.suspect();
        stayAlert.run();
    }

    /** Registrations of a client do not wait any more. */
    void forgetJoins(long clientId, LongPredicate registrationIds) {
        joins.removeIf(join -> join.clientId() == clientId && registrationIds.test(join.registrationId()));
    }

    private void forgetJoins(LogEntry log) {
        joins.removeIf(join -> join.log() == log);
    }

    /** Frees the slots of a dead client in all logs. */
    public void clientDied(long clientId) {
        entries.items().forEach(entry -> guard(() -> entry.kept().clientDied(clientId)));
    }

    /**
     * Asks a log between two visits.
     *
     * @throws RuntimeException if the log's files were overwritten
     * @throws InternalError if one was truncated; the end of the next visits throws it again, and then the log is
     *     released
     */
    int ask(IntSupplier question) {
        try {
            return tryToAsk(question);
        } catch (InternalError e) {
            fault = e;
            throw e;
        }
    }

    private static int tryToAsk(IntSupplier question) {
        try {
            int answer = question.getAsInt();
            PendingFault.raise();
            return answer;
        } catch (RuntimeException e) { // The log's files were overwritten; or truncated, and read as zeros.
            PendingFault.raise();
            throw e;
        }
    }

    /**
     * Asks a log for a slot, and gives the answer unless a client is cleaning that log.
     *
     * @param request returns the slot, {@link LogMaintenance#NOT_NOW}, or {@link #NOT_NEEDED}
     * @param added receives the slot; less than 0 if the log has none left
     * @param failed receives the reason why there is no answer
     * @return whether there is an answer
     */
    boolean answer(IntSupplier request, IntConsumer added, Consumer<Throwable> failed) {
        int slot;
        try {
            slot = ask(request);
        } catch (RuntimeException | InternalError e) {
            failed.accept(e);
            return true;
        }
        if (slot != LogMaintenance.NOT_NOW && slot != NOT_NEEDED) {
            added.accept(slot);
        }
        return slot != LogMaintenance.NOT_NOW;
    }

    /** Frees the slots of a registration in all logs of a stream. */
    void removeSubscriber(String stream, long registrationId) {
        for (LogEntry log : index.logsOf(stream)) {
            LogMaintenance kept = log.kept();
            if (kept != null) {
                guard(() -> kept.removeSubscriber(registrationId));
            }
        }
    }

    /** Runs a step on a log between two visits. A failure because of the log's bytes does not reach the caller. */
    void guard(Runnable step) {
        try {
            act(step);
        } catch (InternalError e) {
            fault = e; // As above.
        }
    }

    /** A failure here says nothing about the log, which is kept on. After a want of heap the finding is repeated. */
    private void act(Runnable action) {
        try {
            tryToAsk(() -> {
                action.run();
                return 0;
            });
        } catch (RuntimeException e) {
            errors.accept(e);
        }
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
        forgetJoins(entry.log());
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
        LogEntry log = entry.log();
        LogMaintenance kept = entry.kept();
        try {
            long consumed = kept.consumed();
            kept.mirror().look(nowNs);
            int work = cycle(kept, entry.drained());
            kept.holdBack().look(nowNs);
            kept.subscribers().findOverrun(nowNs, entry.overrun());
            if (!kept.isEnded()) { // Then there is no publisher to hold back.
                kept.subscribers().evictSlow(kept.log(), nowNs, entry.evicted());
            } else if (kept.consumed() > consumed) {
                work++; // Subscribers that read to the end expect to learn soon that it is the end.
            }
            int waitingFor = kept.waitingFor();
            if (entry.waitForAnswer().isDue(waitingFor, nowNs)) {
                onOverdue(log, kept, waitingFor);
            }
            if (entry.standstill().isDue(kept.isBehind() ? kept.consumed() : Lasting.NOTHING, nowNs)) {
                stayAlert.run();
            }
            int misplaced = kept.subscribers().takeMisplaced();
            if (misplaced >= 0) {
                errors.accept(new IllegalStateException(kept.subscribers().describeMisplaced(misplaced)));
            }
            if (kept.isEnded()) {
                LogEnd.note(kept.log().meta(), nowNs);
            }
            if (kept.isFinished() && joins.stream().noneMatch(join -> join.log() == log)) {
                PendingFault.raise(); // The fault of a truncated file is thrown while its log is known.
                onFinished(log);
                return VisitSchedule.Visitor.DONE;
            }
            return work;
        } catch (RuntimeException e) {
            PendingFault.raise(); // A truncated file reads as zeros, which may be the impossible value here.
            forgetJoins(log);
            onFailed(log, e);
            return VisitSchedule.Visitor.DONE; // A log with impossible bytes must not harm the others.
        }
    }

    private void onDrained(LogEntry log, long registrationId) {
        act(() -> {
            SubscriptionEntry subscription = index.subscription(registrationId);
            if (subscription != null && subscription.images().containsKey(log.id())) {
                events.send(new Event.ImageUnavailable(subscription.client().id(), registrationId, log.id()));
                subscription.images().remove(log.id()); // Last: if the event failed, this task runs again.
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
    private void onOverrun(LogEntry log, long registrationId, long from, long to) {
        act(() -> {
            SubscriptionEntry subscription = index.subscription(registrationId);
            if (subscription != null) {
                history.note(
                        event(Kind.OVERRUN, subscription, "log=" + log.id()).at(from, to));
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

    private void onFinished(LogEntry log) {
        act(() -> {
            retained.take(log);
            index.remove(log); // Last, for the same reason.
        });
    }

    /** A living publisher has not answered for a second. Until it does, the claim of a dead one cannot be padded. */
    private void onOverdue(LogEntry log, LogMaintenance kept, int publisherSlot) {
        LogMeta meta = kept.log().meta();
        long clientId = meta.publishers().client(publisherSlot);
        long pid = meta.publishers().pid(publisherSlot);
        String client = log.publications().stream()
                .map(PublicationEntry::client)
                .filter(publisher -> publisher.id() == clientId)
                .findFirst()
                .map(publisher -> publisher.describe() + publisher.heartbeat().describe(System.nanoTime()))
                .orElse(ProgramName.describe(clientId, pid, ""));
        errors.accept(new IllegalStateException(
                "a living client has to answer before the claim of a dead one can be padded: stream=" + log.stream()
                        + ", log=" + log.id() + ", position=" + kept.waitingAt() + ", " + client
                        + ". The stream continues when that client does, or is dead"));
    }

    private void onFailed(LogEntry log, Throwable cause) {
        errors.accept(new IllegalStateException(
                "the log is no longer kept: stream=" + log.stream() + ", log=" + log.id() + ", " + ErrorText.of(cause),
                cause));
    }

    private int cycle(LogMaintenance log, LongConsumer drained) {
        long before = log.paddedBytes();
        int work = log.cycle(drained);
        paddedBytes += log.paddedBytes() - before;
        return work;
    }

    /**
     * At the end of a driver, if no client lives: ends the logs as if the driver had found the deaths of all their
     * clients, so that the next driver and tools find the published messages. A mirror that may continue is left vacant
     * for the next driver. Called by the thread that closes, once no cycle runs.
     *
     * @return the ids of the logs whose files are to stay
     */
    public List<Long> endAll(long nowNs) {
        List<Long> staying = new ArrayList<>();
        for (LogEntry log : index.logs()) {
            try {
                ask(() -> {
                    end(log, nowNs, staying);
                    return 0;
                });
            } catch (RuntimeException | InternalError e) { // It was overwritten, or truncated.
                errors.accept(new IllegalStateException(
                        "the log could not be ended: stream=" + log.stream() + ", log=" + log.id() + ", "
                                + ErrorText.of(e),
                        e));
            }
        }
        staying.addAll(retained.ids());
        return staying;
    }

    private void end(LogEntry log, long nowNs, List<Long> staying) {
        LogMaintenance kept = log.kept();
        if (kept == null) {
            return;
        }
        LogFiles.holders(kept.log().meta()).forEach(kept::clientDied);
        kept.mirror().look(nowNs);
        if (kept.mirror().isVacant()) {
            staying.add(log.id());
            log.close();
            return;
        }
        for (int i = 0; i < MAX_LAST_CYCLES && !kept.isFinished(); i++) {
            kept.cycle(registrationId -> {});
        }
        if (kept.isFinished()) {
            retained.take(log);
        }
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
