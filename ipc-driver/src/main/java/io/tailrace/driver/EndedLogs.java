/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.Command;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogMaintenance;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which logs a new subscription reads, those that have ended among them, and how it gets its slots there. A log that is
 * retained is opened again, and kept by the keeper until it is read. Conductor only.
 */
final class EndedLogs {
    private final StreamIndex index;
    private final LogFactory factory;
    private final RetainedLogs retained;
    private final KeeperProxy keeper;

    EndedLogs(StreamIndex index, LogFactory factory, KeeperProxy keeper) {
        this.index = index;
        this.factory = factory;
        this.retained = factory.retained();
        this.keeper = keeper;
    }

    /** {@return the logs that a subscription may have a place in, in the order in which it reads them} */
    List<LogEntry> logsToRead(SubscriptionEntry subscription) {
        retained.of(subscription.stream()).stream()
                .filter(subscription::readsEnded)
                .forEach(this::reopen);
        boolean takesOver = subscription.predecessor() != null;
        return index.logsOf(subscription.stream()).stream()
                .filter(log -> takesOver || log.isLiving() || subscription.readsEnded(log.id()))
                .sorted(LogEntry.READING_ORDER)
                .toList();
    }

    /** {@return why nobody can begin at the position in a log, null as far as its keeper is to say} */
    @Nullable
    String refusePosition(Command.AddSubscription command) {
        JoinAt at = command.joinAt();
        if (at.kind() != JoinAt.Kind.POSITION) {
            return null;
        }
        if (retained.of(command.stream()).contains(at.logId())) {
            reopen(at.logId());
        }
        LogEntry log = index.log(at.logId());
        return log != null && log.stream().equals(command.stream()) ? null : notThere(command);
    }

    private static String notThere(Command.AddSubscription command) {
        return "the stream has no such log, or none any more: stream=" + command.stream() + ", log="
                + command.joinAt().logId() + ". Begin at the oldest message";
    }

    private void reopen(long logId) {
        LogEntry log = index.log(logId) == null ? retained.open(logId, factory) : null;
        if (log != null) {
            index.add(log);
        }
    }

    /** Opens a log that the keeper has let go of. Where it is gone only who begins at a position there is refused. */
    void openAgain(SubscriptionEntry subscription, long logId, Consumer<LogEntry> opened, Consumer<String> refused) {
        if (retained.contains(logId)) {
            reopen(logId);
        }
        LogEntry log = index.log(logId);
        if (log != null) {
            subscription.makeAskedAgain();
            opened.accept(log);
        } else if (subscription.command().joinAt().isPositionIn(logId)) {
            refused.accept(notThere(subscription.command()));
        }
    }

    void askForSlot(
            SubscriptionEntry subscription,
            LogEntry log,
            KeeperProxy.SubscriberSlot added,
            Consumer<Throwable> failed) {
        LogFiles files = log.files();
        LogMaintenance kept = log.kept();
        if (kept == null) {
            return; // It is being made, and asks then.
        }
        if (files != null && retained.contains(log.id())) {
            keeper.addSubscriberAgain(kept, files, subscription, added, failed);
            retained.forget(log.id());
        } else {
            keeper.addSubscriber(kept, subscription, added, failed);
        }
    }
}
