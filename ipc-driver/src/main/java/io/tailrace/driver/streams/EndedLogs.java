/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.Command;
import io.tailrace.internal.ErrorText;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogMirror;
import io.tailrace.log.maintain.LogMaintenance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the logs that a new subscription reads, including ended ones, and gets its slots there. A retained log is
 * opened again, and kept by the keeper until it is read. At the driver's end the thread that closes uses it,
 * once no cycle runs.
 */
public record EndedLogs(StreamIndex index, LogFactory factory, LogKeeper keeper, Consumer<Throwable> errors) {
    /** Enough bounded steps for the longest log; a log that needs more is not worth keeping. */
    private static final int MAX_CYCLES = 100_000;

    /** {@return the logs in which a subscription may have a place, in reading order} */
    List<LogEntry> logsToRead(SubscriptionEntry subscription) {
        retained().of(subscription.stream()).stream()
                .filter(subscription::readsEnded)
                .forEach(this::reopen);
        boolean takesOver = subscription.predecessor() != null;
        List<LogEntry> logs = index.logsOf(subscription.stream()).stream()
                .filter(log -> takesOver || log.isLiving() || subscription.readsEnded(log.id()))
                .toList();
        return LogEntry.inReadingOrder(logs, log -> log);
    }

    private RetainedLogs retained() {
        return factory.retained();
    }

    /**
     * {@return the command; if it begins at a position in a log of another host, with the mirror that holds the
     * position in place of that log} Not if mirrors are from several hosts whose logs happen to have the same id.
     */
    Command.AddSubscription atMirror(Command.AddSubscription command) {
        JoinAt at = command.joinAt();
        List<LogMeta.Constants> logs = new ArrayList<>(retained().constantsOf(command.stream()));
        index.logsOf(command.stream()).forEach(log -> logs.add(log.constants()));
        if (at.kind() != JoinAt.Kind.POSITION || logs.stream().anyMatch(log -> log.logId() == at.logId())) {
            return command;
        }
        logs.removeIf(log -> log.mirror() == null || log.mirror().originLogId() != at.logId());
        boolean isOneHost = logs.stream().map(EndedLogs::originHost).distinct().count() == 1;
        return logs.stream()
                .filter(log -> isOneHost && log.beginPosition() <= at.position())
                .max(Comparator.comparing(LogMeta.Constants::beginPosition).thenComparing(LogMeta.Constants::logId))
                .map(log -> command.at(JoinAt.position(log.logId(), at.position())))
                .orElse(command);
    }

    private static String originHost(LogMeta.Constants log) {
        LogMirror mirror = log.mirror();
        return mirror == null ? "" : mirror.originHost();
    }

    /** {@return why no subscription can begin at the position in a log; null if that is for its keeper to decide} */
    @Nullable
    String refusePosition(Command.AddSubscription command) {
        JoinAt at = command.joinAt();
        if (at.kind() != JoinAt.Kind.POSITION) {
            return null;
        }
        if (retained().of(command.stream()).contains(at.logId())) {
            reopen(at.logId());
        }
        LogEntry log = index.log(at.logId());
        return log != null && log.stream().equals(command.stream()) ? null : notThere(command);
    }

    static String notThere(Command.AddSubscription command) {
        return "the stream has no such log, or none any more: stream=" + command.stream() + ", log="
                + command.joinAt().logId() + ". Begin at the oldest message";
    }

    /** The keeper keeps it from now on, and releases it in its next cycle if no subscription has got a slot by then. */
    private void reopen(long logId) {
        LogEntry known = index.log(logId); // If heap ran short below, and this runs again.
        LogEntry log = known == null ? retained().open(logId, factory) : known;
        if (log != null) {
            index.add(log);
            keeper.add(Objects.requireNonNull(log.kept()), Objects.requireNonNull(log.files()));
            retained().forget(logId);
        }
    }

    /**
     * At the end of a driver, if no client lives: ends the logs as if the driver had found the deaths of all their
     * clients, so that the next driver and tools find the published messages. A mirror that may continue is left vacant
     * for the next driver. Returns the ids of the logs whose files are to stay.
     */
    public List<Long> endAll() {
        List<Long> staying = new ArrayList<>();
        for (LogEntry log : index.logs()) {
            try {
                end(log, staying);
            } catch (InternalError e) { // Of a truncated file; perhaps thrown where its zeros were found impossible.
                report(log, e);
            }
        }
        staying.addAll(retained().ids());
        return staying;
    }

    private void end(LogEntry log, List<Long> staying) {
        try {
            LogMaintenance kept = log.kept();
            if (kept != null && finish(kept)) {
                retained().take(log);
            } else if (kept != null && kept.mirror().isVacant()) {
                staying.add(log.id());
                log.close();
            }
            PendingFault.raise();
        } catch (RuntimeException e) {
            PendingFault.raise();
            report(log, e); // It was overwritten.
        }
    }

    private void report(LogEntry log, Throwable cause) {
        errors.accept(new IllegalStateException(
                "the log could not be ended: stream=" + log.stream() + ", log=" + log.id() + ", " + ErrorText.of(cause),
                cause));
    }

    private boolean finish(LogMaintenance kept) {
        LogFiles.holders(kept.log().meta()).forEach(kept::clientDied);
        kept.mirror().look(retained().nowNs());
        if (kept.mirror().isVacant()) {
            return false;
        }
        for (int i = 0; i < MAX_CYCLES && !kept.isFinished(); i++) {
            kept.cycle(registrationId -> {});
        }
        return kept.isFinished();
    }
}
