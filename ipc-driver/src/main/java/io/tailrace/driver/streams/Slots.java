/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.Vacancy;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.LogLayout;
import io.tailrace.log.maintain.LogMaintenance;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Gives the slots of logs to registrations, and frees them. The answer comes before the call returns, except while a
 * client is cleaning that log ({@link Joins}).
 */
public record Slots(LogKeeper keeper, Joins joins, NanoClock clock) {
    /** Receives a subscriber's slot and the position at which it begins to read. */
    interface SubscriberSlot {
        void accept(int slot, long joinPosition);
    }

    /** A cleaner that runs needs less than a millisecond. */
    private static final long CLEANER_PATIENCE_NS = 1_000_000_000;

    /**
     * Gives a publisher its slot. The slot of a mirror may be given later, when the end of the previous publisher's
     * messages is found.
     *
     * @param added receives the slot, less than 0 if the log has none left
     * @param failed receives the reason why there is no answer
     */
    void addPublisher(
            LogMaintenance log,
            ClientEntry client,
            long registrationId,
            IntConsumer added,
            Consumer<Throwable> failed) {
        Supplier<@Nullable Runnable> request = () -> {
            int slot = log.addPublisher(registrationId, client.id(), client.pid());
            return slot == LogMaintenance.NOT_NOW ? null : () -> added.accept(slot);
        };
        // It is answered even if the log ends meanwhile and is no longer kept.
        joins.add(new Joins.Join(null, client.id(), registrationId, () -> answer(request, failed)));
    }

    /**
     * Gives a subscriber its slot. A subscription that takes over a name gets the slot kept for it. An ended log gives
     * a new slot, and an answer, only to a subscription that reads ended logs. While a client is cleaning, the answer
     * may come after the answers to later requests.
     */
    void addSubscriber(LogMaintenance log, SubscriptionEntry asked, SubscriberSlot added, Consumer<Throwable> failed) {
        Vacancy predecessor = asked.predecessor();
        if (predecessor != null) { // It may still wait for its place, and no longer wants it.
            forgetJoin(log, predecessor.registrationId());
        }
        BooleanSupplier attempt = () -> answer(() -> tryToAdd(log, asked, added), failed);
        joins.add(new Joins.Join(log, asked.client().id(), asked.registrationId(), attempt));
    }

    private void forgetJoin(@Nullable LogMaintenance log, long registrationId) {
        joins.forget(join -> join.log() == log && join.registrationId() == registrationId);
    }

    /** {@return the answer, null if there is none yet} */
    private static @Nullable Runnable tryToAdd(LogMaintenance log, SubscriptionEntry asked, SubscriberSlot added) {
        Vacancy predecessor = asked.predecessor();
        int slot =
                predecessor == null ? -1 : log.subscribers().handOver(predecessor.registrationId(), asked.subscriber());
        if (slot < 0 && log.isEnded() && !asked.readsEnded(log.log().constants().logId())) {
            return () -> {};
        }
        slot = slot >= 0
                ? slot
                : log.addSubscriber(asked.subscriber(), asked.command().joinAt());
        if (slot == LogMaintenance.NOT_NOW) {
            return null;
        }
        int given = slot;
        long joinPosition = slot < 0 ? 0 : log.joinPosition(slot);
        return () -> added.accept(given, joinPosition);
    }

    /** Keeps the place of a vacant name: the slot of its last holder, or a new slot in a new log. */
    void keepVacant(LogMaintenance log, Vacancy vacancy, Consumer<Throwable> failed) {
        BooleanSupplier attempt = () -> answer(() -> tryToKeepVacant(log, vacancy) ? () -> {} : null, failed);
        joins.add(new Joins.Join(log, 0, vacancy.registrationId(), attempt));
    }

    private static boolean tryToKeepVacant(LogMaintenance log, Vacancy vacancy) {
        boolean hasSlot = log.subscribers().vacate(vacancy.registrationId(), vacancy.untilNs());
        if (hasSlot || log.isEnded()) {
            return true; // It has read the log to the end if it has no slot there any more.
        }
        int slot = log.addSubscriber(vacancy.subscriber(), vacancy.command().joinAt());
        if (slot == -1) {
            throw new IllegalStateException("too many subscriptions: max=" + LogLayout.MAX_SUBSCRIBERS);
        }
        return log.subscribers().vacate(vacancy.registrationId(), vacancy.untilNs());
    }

    /** Gives the answer if there is one. Returns whether there is. */
    private boolean answer(Supplier<? extends @Nullable Runnable> request, Consumer<Throwable> failed) {
        @Nullable Runnable answer = find(request, failed);
        if (answer != null) {
            answer.run();
        }
        return answer != null;
    }

    private @Nullable Runnable find(Supplier<? extends @Nullable Runnable> request, Consumer<Throwable> failed) {
        try {
            return tryToFind(request, failed);
        } catch (InternalError e) { // A file was truncated: the keeper finds its log, and drops it.
            keeper.suspect(e);
            return () -> failed.accept(e);
        }
    }

    private static @Nullable Runnable tryToFind(
            Supplier<? extends @Nullable Runnable> request, Consumer<Throwable> failed) {
        try {
            @Nullable Runnable answer = request.get();
            PendingFault.raise();
            return answer;
        } catch (RuntimeException e) { // The log's files were overwritten; or truncated, and read as zeros.
            PendingFault.raise();
            return () -> failed.accept(e);
        }
    }

    /** A publisher has closed its handle, with nothing left open. */
    void endPublisher(LogMaintenance log, long registrationId) {
        forgetJoin(null, registrationId);
        keeper.guard(() -> log.endPublisher(registrationId));
    }

    /** Frees the slots of a registration in all these logs. */
    void removeSubscriber(Iterable<LogEntry> logs, long registrationId) {
        for (LogEntry log : logs) {
            LogMaintenance kept = log.kept();
            if (kept != null) {
                forgetJoin(kept, registrationId);
                keeper.guard(() -> kept.removeSubscriber(registrationId));
            }
        }
    }

    /** Frees the slots of a dead client in all logs. */
    void clientDied(long clientId) {
        joins.forget(join -> join.clientId() == clientId);
        for (LogMaintenance log : keeper.logs()) {
            keeper.guard(() -> log.clientDied(clientId));
        }
    }

    /**
     * Runs a task once a subscription has all its slots, including those that wait for a cleaner. Otherwise the
     * subscription could miss messages that are published after its program has it, or get an older log after a younger
     * one. If a process is stopped while it cleans a log, the subscription begins with the others, and gets that log
     * later.
     */
    void afterJoins(SubscriptionEntry asked, Runnable next) {
        long id = asked.registrationId();
        long sinceNs = clock.nanoTime();
        BooleanSupplier attempt = () -> {
            boolean isDue = !joins.hasSubscriber(id) || clock.nanoTime() - sinceNs > CLEANER_PATIENCE_NS;
            if (isDue) {
                next.run();
            }
            return isDue;
        };
        joins.add(new Joins.Join(null, asked.client().id(), id, attempt));
    }
}
