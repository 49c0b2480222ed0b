/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.codecs.FailureCode;
import io.tailrace.control.Command;
import io.tailrace.control.EventRing;
import io.tailrace.control.EventView;
import io.tailrace.control.EventView.Kind;
import io.tailrace.control.Vacancy;
import io.tailrace.control.VacancyFiles;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.JoinAt;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.maintain.LogMaintenance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The names of subscriptions: those that nobody holds, and who waits for one that somebody holds. Conductor only.
 *
 * <p>A name that nobody holds is noted in a file before its holder is forgotten, and the file goes after the name was
 * taken over or its slots were freed. A driver that dies in between leaves more than there is, never less: the next one
 * finds the same name in several places, and joins them again ({@code Adoption}).
 *
 * <p>A subscription whose name somebody holds waits for a moment: the holder may be dead, which is to be proven, or has
 * closed it, which is to be read. If the holder lives the subscription is refused.
 */
public final class Names {
    private static final long PATIENCE_NS = 500_000_000;

    private record Waiting(Client client, Command.AddSubscription command, long sinceNs) {}

    private final VacancyFiles files;
    private final StreamIndex index;
    private final KeeperProxy keeper;
    private final EventRing history;
    private final NanoClock clock;
    private final Consumer<Throwable> errors;
    private final Map<Vacancy.Key, Vacancy> vacancies = new LinkedHashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();

    public Names(
            VacancyFiles files,
            StreamIndex index,
            KeeperProxy keeper,
            EventRing history,
            NanoClock clock,
            Consumer<Throwable> errors) {
        this.files = files;
        this.index = index;
        this.keeper = keeper;
        this.history = history;
        this.clock = clock;
        this.errors = errors;
    }

    EventRing history() {
        return history;
    }

    /** {@return what an earlier driver noted, by the registration} */
    public Map<Long, Vacancy> readNoted() throws IOException {
        Map<Long, Vacancy> noted = new LinkedHashMap<>();
        files.readAll(errors).forEach(vacancy -> noted.put(vacancy.registrationId(), bounded(vacancy)));
        return noted;
    }

    /** {@return the same, which cannot be kept for longer than its lease} */
    public Vacancy bounded(Vacancy vacancy) {
        return vacancy.atMostFrom(clock.nanoTime());
    }

    /** An earlier driver has kept the name. */
    public void adopt(Vacancy vacancy) {
        vacancies.put(vacancy.key(), vacancy);
    }

    /** A subscription goes. Returns whether it has a name, and so its places are kept. */
    boolean keeps(SubscriptionEntry subscription) {
        boolean isLasting = subscription.isLasting();
        if (isLasting) {
            vacate(subscription);
        }
        // Behind the answers: until then the slots may be the predecessor's still, and its note stands for them.
        keeper.afterAnswers(() -> forgetPredecessor(subscription));
        return isLasting;
    }

    private void vacate(SubscriptionEntry holder) {
        Client client = holder.client();
        long untilNs = clock.nanoTime() + holder.command().name().leaseNs();
        Vacancy vacancy = new Vacancy(holder.command(), client.id(), client.pid(), untilNs);
        try {
            files.write(vacancy);
        } catch (IOException e) {
            errors.accept(new IOException(
                    "a name that nobody holds cannot be noted for the next driver: stream=" + holder.stream()
                            + ", name=" + vacancy.key().name() + ", " + ErrorText.of(e),
                    e));
        }
        for (LogEntry log : index.logsOf(holder.stream())) {
            LogMaintenance kept = log.kept();
            if (kept != null) {
                keep(vacancy, kept);
            }
        }
        vacancies.put(vacancy.key(), vacancy);
    }

    /** Keeps a place in a log, which may be a new one. */
    void keep(Vacancy vacancy, LogMaintenance kept) {
        keeper.keepVacant(
                kept,
                vacancy,
                e -> errors.accept(new IllegalStateException(
                        "no place is kept: stream=" + vacancy.key().stream() + ", name="
                                + vacancy.key().name() + ", log="
                                + kept.log().constants().logId() + ", cause=" + e,
                        e)));
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

    /** {@return why a subscription cannot take over a name, null if it can} */
    static @Nullable String refuse(Vacancy vacancy, Command.AddSubscription command) {
        SubscriberPolicy policy = vacancy.command().policy();
        int asked = command.policy().kind();
        // Without its note a holder that began in history, and did not gate yet, looks as one that catches up. Only one
        // that reads history loses nothing in its place.
        boolean mayJoin = policy.kind() == SubscriberPolicy.KIND_CATCH_UP
                && asked == SubscriberPolicy.KIND_BLOCK
                && command.joinAt().kind() == JoinAt.Kind.HISTORY;
        return policy.kind() == asked || mayJoin
                ? null
                : "the name was held with another policy: stream=" + command.stream() + ", name="
                        + command.name().text() + ", policy=" + policy + ", asked=" + command.policy()
                        + ". Take it over with its policy, or choose another name";
    }

    /** Somebody holds the name again, and is about to be given its places. */
    void take(Vacancy vacancy) {
        vacancies.remove(vacancy.key(), vacancy);
    }

    /** The subscription has the places of the one before it, and is noted itself. */
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

    /** Gives up the names whose lease has ended. Returns how many. */
    private int giveUpDue(long nowNs) {
        List<Vacancy> due = vacancies.values().stream()
                .filter(vacancy -> vacancy.untilNs() - nowNs <= 0)
                .toList();
        for (Vacancy vacancy : due) {
            giveUp(vacancy);
        }
        return due.size();
    }

    /** The places of a name are free. The note goes last: a driver that dies before it leaves the name to the next. */
    void giveUp(Vacancy vacancy) {
        keeper.removeSubscriber(index.logsOf(vacancy.key().stream()), vacancy.registrationId());
        keeper.afterAnswers(() -> forget(vacancy));
        take(vacancy);
        history.note(EventView.ofClient(Kind.RELEASED, vacancy.clientId(), vacancy.pid(), "", "")
                .on(vacancy.key().stream(), vacancy.key().name()));
    }

    public int count() {
        return vacancies.size();
    }

    /** {@return whether a name is kept, or will be when its holder is found to be gone} */
    public boolean mayBeTakenOver() {
        return !vacancies.isEmpty() || index.hasLastingNames();
    }

    /** {@return whether a new subscription has to wait for its name} */
    boolean makesWait(Client client, Command.AddSubscription command) {
        if (waiting.stream().anyMatch(other -> other.command().registrationId() == command.registrationId())) {
            return true; // Its client lists it, and knows no answer yet.
        }
        if (index.findHolder(command.key()) == null) {
            return false;
        }
        waiting.add(new Waiting(client, command, clock.nanoTime()));
        return true;
    }

    /** Who asked is gone, or does not want it any more. */
    public void forget(Client client, Predicate<Command.AddSubscription> condition) {
        waiting.removeIf(request -> request.client() == client && condition.test(request.command()));
    }

    public boolean isAwaited() {
        return !waiting.isEmpty();
    }

    private static String refuse(SubscriptionEntry holder) {
        return "the name is held: stream=" + holder.stream() + ", name="
                + holder.command().name().text() + ", by "
                + holder.client().describe() + ". Close that subscription first, or choose another name";
    }

    /** After the burial of the dead: gives up what nobody wants, and decides who gets a name. Returns how many. */
    public int doWork(long nowNs, StreamRegistry streams) {
        int decided = giveUpDue(nowNs);
        for (Waiting request : List.copyOf(waiting)) {
            Command.AddSubscription command = request.command();
            SubscriptionEntry holder = index.findHolder(command.key());
            if (holder != null && nowNs - request.sinceNs() <= PATIENCE_NS) {
                holder.client().suspect();
                continue;
            }
            waiting.remove(request);
            decided++;
            if (holder == null) {
                streams.addSubscription(request.client(), command);
            } else {
                streams.fail(
                        request.client(),
                        command.registrationId(),
                        command.stream(),
                        FailureCode.INVALID,
                        refuse(holder));
            }
        }
        return decided;
    }
}
