/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.Command;
import io.tailrace.control.Vacancy;
import io.tailrace.control.VacancyFiles;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogLayout;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.maintain.LogMaintenance;
import io.tailrace.report.EventLog;
import io.tailrace.report.EventView;
import io.tailrace.report.EventView.Kind;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The vacant names of subscriptions.
 *
 * <p>A vacant name is noted in a file before its holder is forgotten, and the file is deleted after the name was taken
 * over or its slots were freed. A driver that dies in between leaves too many notes, never too few: the next driver
 * finds the same name in several places, and joins them again ({@code Adoption}).
 */
public final class Names {
    private final VacancyFiles files;
    private final StreamIndex index;
    private final LogKeeper keeper;
    private final EventLog history;
    private final NanoClock clock;
    private final Consumer<Throwable> errors;
    private final Map<Vacancy.Key, Vacancy> vacancies = new LinkedHashMap<>();

    public Names(
            VacancyFiles files,
            StreamIndex index,
            LogKeeper keeper,
            EventLog history,
            NanoClock clock,
            Consumer<Throwable> errors) {
        this.files = files;
        this.index = index;
        this.keeper = keeper;
        this.history = history;
        this.clock = clock;
        this.errors = errors;
    }

    EventLog history() {
        return history;
    }

    /** {@return the notes of earlier drivers, by registration id} */
    public Map<Long, Vacancy> readNoted() throws IOException {
        Map<Long, Vacancy> noted = new LinkedHashMap<>();
        files.readAll(errors).forEach(vacancy -> noted.put(vacancy.registrationId(), bounded(vacancy)));
        return noted;
    }

    /** {@return the vacancy, kept for no longer than its lease} */
    public Vacancy bounded(Vacancy vacancy) {
        return vacancy.atMostFrom(clock.nanoTime());
    }

    /** An earlier driver has kept the name. */
    public void adopt(Vacancy vacancy) {
        vacancies.put(vacancy.key(), vacancy);
    }

    /** A subscription is removed. Returns whether it has a name, so that its places are kept. */
    boolean keeps(SubscriptionEntry subscription) {
        boolean isLasting = subscription.isLasting();
        if (isLasting) {
            vacate(subscription);
        }
        forgetPredecessor(subscription);
        return isLasting;
    }

    private void vacate(SubscriptionEntry holder) {
        ClientEntry client = holder.client();
        long untilNs = clock.nanoTime() + holder.command().name().leaseNs();
        Vacancy vacancy = new Vacancy(holder.command(), client.id(), client.pid(), untilNs);
        try {
            files.write(vacancy);
        } catch (IOException e) {
            errors.accept(new IOException(
                    "a vacant name cannot be noted for the next driver: stream=" + holder.stream() + ", name="
                            + vacancy.key().name() + ", " + ErrorText.of(e),
                    e));
        }
        index.logsOf(holder.stream()).forEach(log -> keep(vacancy, log));
        vacancies.put(vacancy.key(), vacancy);
    }

    /** Keeps a place in a log: the slot of the last holder, or a new slot in a new log. */
    void keep(Vacancy vacancy, LogEntry log) {
        LogMaintenance kept = log.kept();
        if (kept == null) {
            return; // Its place follows once the log is made.
        }
        Consumer<Throwable> failed = e -> errors.accept(new IllegalStateException(
                "no place is kept: stream=" + vacancy.key().stream() + ", name="
                        + vacancy.key().name() + ", log=" + log.id() + ", cause=" + e,
                e));
        keeper.join(
                log,
                LogKeeper.NO_CLIENT,
                vacancy.registrationId(),
                () -> keeper.answer(() -> tryToKeep(kept, vacancy), slot -> {}, failed));
    }

    private static int tryToKeep(LogMaintenance kept, Vacancy vacancy) {
        boolean hasSlot = kept.subscribers().vacate(vacancy.registrationId(), vacancy.untilNs());
        if (hasSlot || kept.isEnded()) {
            return LogKeeper.NOT_NEEDED; // It has read the log to the end if it has no slot there any more.
        }
        int slot = kept.addSubscriber(vacancy.subscriber(), vacancy.command().joinAt());
        if (slot == -1) {
            throw new IllegalStateException("too many subscriptions: max=" + LogLayout.MAX_SUBSCRIBERS);
        }
        kept.subscribers().vacate(vacancy.registrationId(), vacancy.untilNs());
        return slot;
    }

    List<Vacancy> of(String stream) {
        return vacancies.values().stream()
                .filter(vacancy -> vacancy.key().stream().equals(stream))
                .toList();
    }

    @Nullable
    public Vacancy find(Vacancy.Key key) {
        return vacancies.get(key);
    }

    /** Checks that a subscription can take over a name. */
    void requirePolicy(Vacancy vacancy, Command.AddSubscription command) throws Admission.Refusal {
        SubscriberPolicy policy = vacancy.command().policy();
        int asked = command.policy().kind();
        // Without its note, a holder that began in history and did not gate yet looks like one that catches up. Only a
        // subscription that reads history loses nothing in its place.
        boolean mayJoin = policy.kind() == SubscriberPolicy.KIND_CATCH_UP
                && asked == SubscriberPolicy.KIND_BLOCK
                && command.joinAt().kind() == JoinAt.Kind.HISTORY;
        if (policy.kind() != asked && !mayJoin) {
            throw Admission.Refusal.invalid("the name was held with another policy: stream=" + command.stream()
                    + ", name=" + command.name().text() + ", policy=" + policy + ", asked=" + command.policy()
                    + ". Take it over with its policy, or choose another name");
        }
        boolean mustJoin = asked == SubscriberPolicy.KIND_BLOCK || asked == SubscriberPolicy.KIND_EVICT;
        // With a lease of 0, it only gives the name up.
        if (mustJoin
                && command.joinAt().kind() != JoinAt.Kind.HISTORY
                && command.name().leaseNs() > 0
                && catchesUp(vacancy)) {
            throw Admission.Refusal.invalid("the last holder of the name has not caught up with the stream: stream="
                    + command.stream() + ", name=" + command.name().text()
                    + ". Take it over with a subscription that begins in history, too, or choose another name");
        }
    }

    /** {@return whether a place is kept that does not gate yet} Only a reader of history loses nothing there. */
    private boolean catchesUp(Vacancy vacancy) {
        return vacancy.command().joinAt().kind() == JoinAt.Kind.HISTORY
                && index.logsOf(vacancy.key().stream()).stream()
                        .map(LogEntry::kept)
                        .anyMatch(kept -> kept != null && kept.subscribers().catchesUp(vacancy.registrationId()));
    }

    /** A subscription holds the name again, and is about to get its places, for which the name may still wait. */
    void take(Vacancy vacancy) {
        keeper.forgetJoins(LogKeeper.NO_CLIENT, id -> id == vacancy.registrationId());
        vacancies.remove(vacancy.key(), vacancy);
    }

    /** The subscription has its predecessor's places, and has a note of its own. */
    void forgetPredecessor(SubscriptionEntry holder) {
        if (holder.predecessor() != null) {
            forget(holder.predecessor());
        }
    }

    public void forget(Vacancy vacancy) {
        try {
            files.delete(vacancy);
        } catch (IOException e) {
            errors.accept(e);
        }
    }

    /**
     * Frees the places of the names whose lease has ended. The note is deleted last: a driver that dies before leaves
     * the name to the next driver. Returns how many there are.
     */
    public int giveUpDue(long nowNs) {
        List<Vacancy> due = vacancies.values().stream()
                .filter(vacancy -> vacancy.untilNs() - nowNs <= 0)
                .toList();
        for (Vacancy vacancy : due) {
            keeper.removeSubscriber(vacancy.key().stream(), vacancy.registrationId());
            forget(vacancy);
            take(vacancy);
            history.note(EventView.ofClient(Kind.RELEASED, vacancy.clientId(), vacancy.pid(), "", "")
                    .on(vacancy.key().stream(), vacancy.key().name()));
        }
        return due.size();
    }

    public int count() {
        return vacancies.size();
    }

    /** {@return whether a name is kept, or will be once its holder is found to be gone} */
    public boolean mayBeTakenOver() {
        return !vacancies.isEmpty() || index.hasLastingNames();
    }
}
