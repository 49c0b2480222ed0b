/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.log.KeptLog;
import io.tailrace.log.LogFiles;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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
        boolean readsAll = subscription.readsEnded() || subscription.predecessor() != null;
        if (subscription.readsEnded()) {
            retained.of(subscription.stream()).forEach(this::reopen);
        }
        return index.logsOf(subscription.stream()).stream()
                .filter(log -> readsAll || log.isLiving())
                .sorted(LogEntry.READING_ORDER)
                .toList();
    }

    private void reopen(long logId) {
        LogEntry log = index.log(logId) == null ? retained.open(logId, factory) : null;
        if (log != null) {
            index.add(log);
        }
    }

    /** {@return a log that the keeper has let go of, opened again; none if it is not there any more} */
    Optional<LogEntry> openAgain(long logId) {
        if (retained.contains(logId)) {
            reopen(logId);
        }
        return Optional.ofNullable(index.log(logId));
    }

    void askForSlot(
            SubscriptionEntry subscription,
            LogEntry log,
            KeeperProxy.SubscriberSlot added,
            Consumer<Throwable> failed) {
        LogFiles files = log.files();
        KeptLog kept = log.kept();
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
