/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.Vacancy;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.maintain.LogMaintenance;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends the conductor's requests to the keeper. The keeper handles them between two of its cycles, in their order, and
 * the conductor runs the answers in the same order. The conductor's thread calls.
 */
public record KeeperProxy(LogKeeper keeper, Mailbox toKeeper, Mailbox toConductor) {
    /** Receives a subscriber's slot and the position at which it begins to read. */
    interface SubscriberSlot {
        void accept(int slot, long joinPosition);
    }

    /** In place of a slot: the keeper has released the log, and the conductor knows that. */
    static final int LET_GO = -3;

    /** A cleaner that runs needs less than a millisecond. */
    private static final long CLEANER_PATIENCE_NS = 1_000_000_000;

    /** From now on the keeper keeps a log. A second call has no effect. */
    void addLog(LogMaintenance log, LogFiles files) {
        toKeeper.add(() -> keeper.add(log, files));
    }

    /**
     * Asks for a publisher's slot. The slot of a mirror may be given later, when the end of the previous publisher's
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
        BooleanSupplier attempt = () -> answer(request, failed);
        // The request is answered even if the log ends meanwhile and is no longer kept.
        toKeeper.add(() -> keeper.join(new LogKeeper.Join(null, client.id(), registrationId, attempt)));
    }

    /**
     * Asks for a subscriber's slot, as for a publisher's. A subscription that takes over a name gets the slot kept for
     * it. An ended log gives a new slot, and an answer, only to a subscription that reads ended logs. While a client is
     * cleaning, the answer may arrive after the answers to later requests.
     *
     * @param again the files of a log that is to be kept again; null if it is kept
     */
    void addSubscriber(
            LogMaintenance log,
            @Nullable LogFiles again,
            SubscriptionEntry asked,
            SubscriberSlot added,
            Consumer<Throwable> failed) {
        Vacancy predecessor = asked.predecessor();
        BooleanSupplier attempt = () -> answer(() -> tryToAdd(log, asked, added), failed);
        toKeeper.add(() -> {
            if (predecessor != null) { // It may still wait for its place, and no longer wants it.
                forgetJoin(log, predecessor.registrationId());
            }
            if (again != null) { // In one request: a log without a reader would be released at once.
                keeper.add(log, again);
            }
            keeper.join(new LogKeeper.Join(log, asked.client().id(), asked.registrationId(), attempt));
        });
    }

    private void forgetJoin(@Nullable LogMaintenance log, long registrationId) {
        keeper.forgetJoins(join -> join.log() == log && join.registrationId() == registrationId);
    }

    /** Keeps the place of a vacant name: the slot of its last holder, or a new slot in a new log. */
    void keepVacant(LogMaintenance log, Vacancy vacancy, Consumer<Throwable> failed) {
        BooleanSupplier attempt = () -> answer(() -> tryToKeepVacant(log, vacancy) ? () -> {} : null, failed);
        toKeeper.add(() -> keeper.join(new LogKeeper.Join(log, 0, vacancy.registrationId(), attempt)));
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

    /** {@return the answer, null if there is none yet} */
    private @Nullable Runnable tryToAdd(LogMaintenance log, SubscriptionEntry asked, SubscriberSlot added) {
        Vacancy predecessor = asked.predecessor();
        int slot =
                predecessor == null ? -1 : log.subscribers().handOver(predecessor.registrationId(), asked.subscriber());
        if (slot < 0 && log.isEnded() && !asked.readsEnded(log.log().constants().logId())) {
            return () -> {};
        }
        if (slot < 0 && !keeper.keeps(log) && log.isFinished()) {
            return () -> added.accept(LET_GO, 0);
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

    /** On the keeper's thread. Returns whether there is an answer. */
    private boolean answer(Supplier<? extends @Nullable Runnable> request, Consumer<Throwable> failed) {
        try {
            return tryToAnswer(request, failed);
        } catch (InternalError e) { // A file was truncated: the keeper finds its log, and drops it.
            toConductor.add(() -> failed.accept(e));
            throw e;
        }
    }

    private boolean tryToAnswer(Supplier<? extends @Nullable Runnable> request, Consumer<Throwable> failed) {
        @Nullable Runnable answer;
        try {
            answer = request.get();
            PendingFault.raise();
        } catch (RuntimeException e) { // The log's files were overwritten; or truncated, and read as zeros.
            PendingFault.raise();
            answer = () -> failed.accept(e);
        }
        if (answer != null) {
            toConductor.add(answer);
        }
        return answer != null;
    }

    /** A publisher has closed its handle, with nothing left open. */
    void endPublisher(LogMaintenance log, long registrationId) {
        toKeeper.add(() -> {
            forgetJoin(null, registrationId);
            log.endPublisher(registrationId);
        });
    }

    private void removeSubscriber(LogMaintenance log, long registrationId) {
        toKeeper.add(() -> {
            forgetJoin(log, registrationId);
            log.removeSubscriber(registrationId);
        });
    }

    /** Frees the slots of a registration in all these logs. */
    void removeSubscriber(Iterable<LogEntry> logs, long registrationId) {
        for (LogEntry log : logs) {
            LogMaintenance kept = log.kept();
            if (kept != null) {
                removeSubscriber(kept, registrationId);
            }
        }
    }

    /** Frees the slots of a dead client in all logs, and then runs a task on the conductor. */
    void clientDied(long clientId, Runnable whenCleared) {
        toKeeper.add(() -> {
            keeper.clientDied(clientId);
            toConductor.add(whenCleared);
        });
    }

    /** Runs a task on the conductor after the answers to all earlier requests. */
    void afterAnswers(Runnable next) {
        toKeeper.add(() -> toConductor.add(next));
    }

    /**
     * The same, after all answers about a subscription, including those that wait for a cleaner. Otherwise the
     * subscription could miss messages that are published after its program has it, or get an older log after a younger
     * one. If a process is stopped while it cleans a log, the subscription begins with the others, and gets that log
     * later.
     */
    void afterJoins(SubscriptionEntry asked, Runnable next) {
        long id = asked.registrationId();
        toKeeper.add(() -> {
            long sinceNs = keeper.nowNs();
            BooleanSupplier attempt = () -> {
                boolean isDue = !keeper.waitsToJoin(id) || keeper.nowNs() - sinceNs > CLEANER_PATIENCE_NS;
                if (isDue) {
                    toConductor.add(next);
                }
                return isDue;
            };
            keeper.join(new LogKeeper.Join(null, asked.client().id(), id, attempt));
        });
    }
}
