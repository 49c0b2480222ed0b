/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.Vacancy;
import io.tailrace.log.LogLayout;
import io.tailrace.log.maintain.LogMaintenance;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * Gives the slots of logs to registrations, and frees them. The answer comes before the call returns, except while a
 * client is cleaning that log ({@link LogKeeper#join}). A log that is being made gives its slots once it is made.
 */
public record Slots(LogKeeper keeper, NanoClock clock) {
    /** Stands for the client of a vacant name. */
    static final long NO_CLIENT = 0;

    /** A cleaner that runs needs less than a millisecond. */
    private static final long CLEANER_PATIENCE_NS = 1_000_000_000;

    /** Stands for a slot: the registration needs none, and gets no answer. */
    private static final int NOT_NEEDED = -3;

    /**
     * Gives a publisher its slot. The slot of a mirror may be given later, when the end of the previous publisher's
     * messages is found.
     *
     * @param added receives the slot, less than 0 if the log has none left
     * @param failed receives the reason why there is no answer
     */
    void addPublisher(PublicationEntry publication, IntConsumer added, Consumer<Throwable> failed) {
        LogMaintenance kept = publication.log().kept();
        if (kept != null) {
            ClientEntry client = publication.client();
            long id = publication.registrationId();
            IntSupplier request = () -> kept.addPublisher(id, client.id(), client.pid());
            // It is answered even if the log ends meanwhile and is no longer kept.
            keeper.join(null, client.id(), id, () -> answer(request, added, failed));
        }
    }

    /**
     * Gives a subscriber its slot. A subscription that takes over a name gets the slot kept for it. An ended log gives
     * a new slot, and an answer, only to a subscription that reads ended logs. While a client is cleaning, the answer
     * may come after the answers to later requests.
     */
    void addSubscriber(LogEntry log, SubscriptionEntry asked, IntConsumer added, Consumer<Throwable> failed) {
        LogMaintenance kept = log.kept();
        if (kept != null) {
            IntSupplier request = () -> tryToAdd(log.id(), kept, asked);
            keeper.join(log, asked.client().id(), asked.registrationId(), () -> answer(request, added, failed));
        }
    }

    private static int tryToAdd(long logId, LogMaintenance kept, SubscriptionEntry asked) {
        Vacancy predecessor = asked.predecessor();
        int slot = predecessor == null
                ? -1
                : kept.subscribers().handOver(predecessor.registrationId(), asked.subscriber());
        if (slot >= 0) {
            return slot;
        }
        return kept.isEnded() && !asked.readsEnded(logId)
                ? NOT_NEEDED
                : kept.addSubscriber(asked.subscriber(), asked.command().joinAt());
    }

    /** Keeps the place of a vacant name: the slot of its last holder, or a new slot in a new log. */
    void keepVacant(LogEntry log, Vacancy vacancy, Consumer<Throwable> failed) {
        LogMaintenance kept = log.kept();
        if (kept != null) {
            IntSupplier request = () -> tryToKeepVacant(kept, vacancy);
            keeper.join(log, NO_CLIENT, vacancy.registrationId(), () -> answer(request, slot -> {}, failed));
        }
    }

    private static int tryToKeepVacant(LogMaintenance kept, Vacancy vacancy) {
        boolean hasSlot = kept.subscribers().vacate(vacancy.registrationId(), vacancy.untilNs());
        if (hasSlot || kept.isEnded()) {
            return NOT_NEEDED; // It has read the log to the end if it has no slot there any more.
        }
        int slot = kept.addSubscriber(vacancy.subscriber(), vacancy.command().joinAt());
        if (slot == -1) {
            throw new IllegalStateException("too many subscriptions: max=" + LogLayout.MAX_SUBSCRIBERS);
        }
        kept.subscribers().vacate(vacancy.registrationId(), vacancy.untilNs());
        return slot;
    }

    /** Gives the answer if there is one. Returns whether there is. */
    private boolean answer(IntSupplier request, IntConsumer added, Consumer<Throwable> failed) {
        int slot;
        try {
            slot = keeper.ask(request);
        } catch (RuntimeException | InternalError e) {
            failed.accept(e);
            return true;
        }
        if (slot != LogMaintenance.NOT_NOW && slot != NOT_NEEDED) {
            added.accept(slot);
        }
        return slot != LogMaintenance.NOT_NOW;
    }

    /** A publisher has closed its handle, with nothing left open. */
    void endPublisher(PublicationEntry publication) {
        LogMaintenance kept = publication.log().kept();
        if (kept != null) {
            keeper.guard(() -> kept.endPublisher(publication.registrationId()));
        }
    }

    /** Frees the slots of a registration in all these logs. */
    void removeSubscriber(Iterable<LogEntry> logs, long registrationId) {
        for (LogEntry log : logs) {
            LogMaintenance kept = log.kept();
            if (kept != null) {
                keeper.guard(() -> kept.removeSubscriber(registrationId));
            }
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
        keeper.join(null, asked.client().id(), id, () -> {
            boolean isDue = !keeper.isWaiting(id, true) || clock.nanoTime() - sinceNs > CLEANER_PATIENCE_NS;
            if (isDue) {
                next.run();
            }
            return isDue;
        });
    }
}
