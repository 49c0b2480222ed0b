/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.log.KeptLog;
import io.tailrace.log.LogFiles;
import io.tailrace.memory.PendingFault;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets the conductor ask the keeper. The keeper handles the requests between two of its cycles, in their order, and the
 * conductor runs the answers in the same order. The conductor's thread calls.
 */
final class KeeperProxy {
    /** Takes a subscriber's slot and where it begins to read. */
    interface SubscriberSlot {
        void accept(int slot, long joinPosition);
    }

    private final LogKeeper keeper;
    private final Mailbox toKeeper;
    private final Mailbox toConductor;

    KeeperProxy(LogKeeper keeper, Mailbox toKeeper, Mailbox toConductor) {
        this.keeper = keeper;
        this.toKeeper = toKeeper;
        this.toConductor = toConductor;
    }

    /** From now on the keeper keeps a log. Has no effect the second time. */
    void addLog(KeptLog log, LogFiles files) {
        toKeeper.add(() -> keeper.add(log, files));
    }

    /**
     * Asks for a publisher's slot.
     *
     * @param added told the slot, less than 0 if the log has none left
     * @param failed told why there is no answer
     */
    void addPublisher(KeptLog log, Client client, long registrationId, IntConsumer added, Consumer<Throwable> failed) {
        ask(
                () -> {
                    int slot = log.addPublisher(registrationId, client.id(), client.pid());
                    return () -> added.accept(slot);
                },
                failed);
    }

    /**
     * Asks for a subscriber's slot, as for a publisher's. A log that has ended gives none, and no answer. Where a
     * publisher cleans the answer may come behind those to later requests, as if the log had been made later.
     */
    void addSubscriber(KeptLog log, SubscriptionEntry asked, SubscriberSlot added, Consumer<Throwable> failed) {
        long id = asked.registrationId();
        BooleanSupplier attempt = () -> answer(() -> tryToAdd(log, asked, added), failed);
        toKeeper.add(() -> {
            if (!attempt.getAsBoolean()) {
                keeper.joins().add(new WaitingJoins.Join(log, asked.client().id(), id, attempt));
            }
        });
    }

    /** {@return the answer, null if there is none yet} */
    private static @Nullable Runnable tryToAdd(KeptLog log, SubscriptionEntry asked, SubscriberSlot added) {
        if (log.isEnded()) {
            return () -> {};
        }
        int slot = log.addSubscriber(
                asked.registrationId(),
                asked.client().id(),
                asked.client().pid(),
                asked.command().joinAt(),
                asked.command().policy());
        if (slot == KeptLog.NOT_NOW) {
            return null;
        }
        long joinPosition = slot < 0 ? 0 : log.joinPosition(slot);
        return () -> added.accept(slot, joinPosition);
    }

    private void ask(Supplier<Runnable> request, Consumer<Throwable> failed) {
        toKeeper.add(() -> answer(request, failed));
    }

    /** On the keeper's thread. Returns whether there is an answer. */
    private boolean answer(Supplier<? extends @Nullable Runnable> request, Consumer<Throwable> failed) {
        try {
            Runnable answer = request.get();
            PendingFault.raise();
            if (answer == null) {
                return false;
            }
            toConductor.add(answer);
        } catch (RuntimeException e) { // Somebody has written into the log's files.
            toConductor.add(() -> failed.accept(e));
        } catch (InternalError e) { // Somebody has truncated a file: the keeper finds its log, and drops it.
            toConductor.add(() -> failed.accept(e));
            throw e;
        }
        return true;
    }

    /** A publisher has closed its handle, with nothing left open. */
    void endPublisher(KeptLog log, long registrationId) {
        toKeeper.add(() -> log.endPublisher(registrationId));
    }

    void removeSubscriber(KeptLog log, long registrationId) {
        toKeeper.add(() -> {
            keeper.joins().forget(join -> join.log() == log && join.registrationId() == registrationId);
            log.removeSubscriber(registrationId);
        });
    }

    /** Frees the slots of a dead client in all logs, and then runs a task on the conductor. */
    void clientDied(long clientId, Runnable whenCleared) {
        toKeeper.add(() -> {
            keeper.clientDied(clientId);
            toConductor.add(whenCleared);
        });
    }

    /** Runs a task on the conductor behind the answers to all earlier requests. */
    void afterAnswers(Runnable next) {
        toKeeper.add(() -> toConductor.add(next));
    }
}
