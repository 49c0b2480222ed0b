/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.codecs.FailureCode;
import io.tailrace.control.Command;
import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.control.SubscriptionFiles;
import io.tailrace.control.Vacancy;
import io.tailrace.driver.streams.Registration.Phase;
import io.tailrace.driver.streams.SubscriptionEntry.ImageEntry;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogMirror;
import io.tailrace.log.maintain.LogMaintenance;
import io.tailrace.report.EventView;
import io.tailrace.report.EventView.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Adds and removes publications and subscriptions, and makes logs for them. The registry decides which publications
 * share a log and which subscriptions read it, and asks the {@link LogKeeper} for their places there. The answer comes
 * at once, except while a client is cleaning that log.
 *
 * <p>Heap or stack may run short anywhere. The conductor then runs the interrupted method again from its beginning. So
 * every method here may run twice: the entry in the index, which records that its work is done, changes last.
 */
public final class StreamRegistry implements LogFactory.Result {
    private static final long NAME_PATIENCE_NS = 500_000_000;
    /** A cleaner that runs needs less than a millisecond. */
    private static final long CLEANER_PATIENCE_NS = 1_000_000_000;

    private final Admission admission;
    private final StreamIndex index;
    private final LogFactory factory;
    private final SubscriptionFiles subscriptionFiles = new SubscriptionFiles();
    private final EventBroadcast.Sender events;
    private final StateTeller stateTeller;
    private final LogKeeper keeper;
    private final NanoClock clock;
    private final Names names;
    private final RetainedLogs retained;
    private final Consumer<Throwable> errors;

    public StreamRegistry(
            Admission admission,
            StreamIndex index,
            LogFactory factory,
            StateTeller stateTeller,
            LogKeeper keeper,
            Names names,
            NanoClock clock,
            Consumer<Throwable> errors) {
        this.admission = admission;
        this.index = index;
        this.factory = factory;
        this.events = stateTeller.events();
        this.stateTeller = stateTeller;
        this.keeper = keeper;
        this.clock = clock;
        this.names = names;
        this.retained = factory.retained();
        this.errors = errors;
    }

    public void addPublication(ClientEntry client, Command.AddPublication command) {
        long id = command.registrationId();
        client.list(id);
        try {
            PublicationEntry publication =
                    client.registrations().get(id) instanceof PublicationEntry known ? known : admit(client, command);
            if (publication.isIn(Phase.ADMITTED)) { // Else the client lists what it holds, and then asks for its state.
                index.add(publication);
                askForSlot(publication);
                publication.enter(Phase.ASKED);
            }
        } catch (Admission.Refusal e) {
            fail(client, id, command.stream(), e);
        }
    }

    private PublicationEntry admit(ClientEntry client, Command.AddPublication command) throws Admission.Refusal {
        admission.require(client, command.registrationId(), command.stream());
        LogEntry log = admission.findLog(command);
        if (log == null) {
            log = new LogEntry(admission.newLog(command));
            factory.create(log, this);
            index.add(log);
        }
        return new PublicationEntry(client, command.registrationId(), log);
    }

    private void fail(Registration registration, Admission.Refusal refusal) {
        fail(registration.client(), registration.registrationId(), registration.stream(), refusal);
    }

    private void fail(ClientEntry client, long registrationId, String stream, Admission.Refusal refusal) {
        client.unlist(registrationId); // Else a client that is refused again and again has an ever longer list.
        String problem = ErrorText.of(refusal);
        names.history()
                .note(EventView.ofClient(Kind.REFUSED, client.id(), client.pid(), client.name(), problem)
                        .on(stream, ""));
        events.send(new Event.Failed(client.id(), registrationId, refusal.code(), problem));
    }

    @Override
    public void onCreated(LogEntry log, LogFiles files) {
        if (log.kept() == null) { // It exists already if heap ran short below, and this method runs again.
            log.open(files, factory.keep(files));
        }
        if (log.publications().isEmpty() && log.users().isEmpty()) {
            log.close(); // The publications for which the log was made have gone meanwhile, and no client knows it.
            factory.removal().remove(log);
            index.remove(log);
            return;
        }
        // Subscribers first: they begin with the log's first message.
        for (SubscriptionEntry subscription : List.copyOf(index.subscriptionsOf(log.stream()))) {
            askForSlot(subscription, log, subscription.command().joinAt());
        }
        for (Vacancy vacancy : names.of(log.stream())) {
            names.keep(vacancy, log);
        }
        for (PublicationEntry publication : List.copyOf(log.publications())) {
            askForSlot(publication);
        }
        keeper.add(log);
    }

    @Override
    public void onCreationFailed(LogEntry log, Throwable cause, String holder) {
        Admission.Refusal refusal = Admission.Refusal.of(log, cause, holder);
        for (PublicationEntry publication : List.copyOf(log.publications())) {
            fail(publication, refusal);
            index.remove(publication);
        }
        index.remove(log);
    }

    /** The slot of a mirror may be given later, when the end of the previous publisher's messages is found. */
    private void askForSlot(PublicationEntry publication) {
        LogMaintenance kept = publication.log().kept();
        if (kept == null) {
            return; // The slot follows once the log is made.
        }
        ClientEntry client = publication.client();
        long id = publication.registrationId();
        String problem = "the log cannot be used: stream=" + publication.stream();
        BooleanSupplier attempt = () -> keeper.answer(
                () -> kept.addPublisher(id, client.id(), client.pid()),
                slot -> onPublisherAdded(publication, slot),
                e -> refuse(client, id, problem, e));
        keeper.join(null, client.id(), id, attempt); // It is answered even if the log ends meanwhile and is not kept.
    }

    /** Reports to a client, and to the driver's operator, that a request failed. */
    public void refuse(ClientEntry client, long registrationId, String problem, Throwable cause) {
        report(problem + ", " + client.describe(), cause);
        fail(client, registrationId, "", new Admission.Refusal(FailureCode.INTERNAL, problem + ", cause=" + cause));
        remove(client, registrationId);
    }

    private void onPublisherAdded(PublicationEntry publication, int slot) {
        if (slot < 0) {
            index.remove(publication);
            fail(publication, Admission.Refusal.noSlot(publication.log()));
            return;
        }
        publication.log().users().add(publication.client().id());
        publication.slot(slot);
        events.send(publication.ready());
        publication.enter(Phase.READY); // Last: if the event failed, the command runs again.
    }

    public void addSubscription(ClientEntry client, Command.AddSubscription command) {
        long id = command.registrationId();
        client.list(id);
        try {
            SubscriptionEntry subscription =
                    client.registrations().get(id) instanceof SubscriptionEntry known ? known : admit(client, command);
            if (subscription != null && subscription.isIn(Phase.ADMITTED)) { // As a publication above.
                index.add(subscription);
                Vacancy predecessor = subscription.predecessor();
                if (predecessor != null) {
                    names.take(predecessor);
                }
                JoinAt joinAt = subscription.command().joinAt();
                logsToRead(subscription).forEach(log -> askForSlot(subscription, log, joinAt));
                afterJoins(subscription);
                subscription.enter(Phase.ASKED);
            } else if (subscription != null && subscription.isIn(Phase.READY)) {
                askForMissing(subscription, atMirror(command).joinAt());
            }
        } catch (Admission.Refusal e) {
            fail(client, id, command.stream(), e);
        }
    }

    /**
     * An earlier driver may have ended before the subscription had a place in each log. A place begins where the client
     * says, because that driver may have noted nothing.
     */
    private void askForMissing(SubscriptionEntry subscription, JoinAt joinAt) {
        List<LogEntry> missing = index.logsOf(subscription.stream()).stream()
                .filter(log -> log.isLiving() && !subscription.images().containsKey(log.id()))
                .filter(log -> !keeper.isWaiting(subscription.registrationId(), other -> other == log))
                .toList();
        LogEntry.inReadingOrder(missing, log -> log).forEach(log -> askForSlot(subscription, log, joinAt));
    }

    /** {@return a new subscription, with the places of its name; null if it waits for the name} */
    private @Nullable SubscriptionEntry admit(ClientEntry client, Command.AddSubscription asked)
            throws Admission.Refusal {
        admission.require(client, asked.registrationId(), asked.stream());
        Command.AddSubscription command = atMirror(asked);
        if (index.findHolder(command.key()) != null) {
            awaitName(client, command);
            return null;
        }
        Vacancy predecessor = names.find(command.key());
        if (predecessor == null) {
            requirePosition(command);
        } else {
            names.requirePolicy(predecessor, command);
        }
        return new SubscriptionEntry(client, command, predecessor);
    }

    /**
     * A subscription whose name is held waits for a moment. The holder may be dead, which has yet to be proven, or may
     * have closed, which has yet to be read. If the holder lives, the subscription is refused.
     */
    private void awaitName(ClientEntry client, Command.AddSubscription command) {
        long id = command.registrationId();
        long sinceNs = clock.nanoTime();
        if (keeper.isWaiting(id, Objects::isNull)) {
            return; // Its client lists it, and has no answer yet.
        }
        keeper.join(null, client.id(), id, () -> {
            SubscriptionEntry holder = index.findHolder(command.key());
            if (holder == null || holder.registrationId() == id) { // If heap ran short in it, it runs again.
                addSubscription(client, command);
                return true;
            }
            if (clock.nanoTime() - sinceNs <= NAME_PATIENCE_NS) {
                keeper.suspect(holder.client());
                return false;
            }
            String name = ", name=" + command.name().text() + ", by "
                    + holder.client().describe();
            fail(
                    client,
                    id,
                    command.stream(),
                    Admission.Refusal.invalid("the name is held: stream=" + command.stream() + name
                            + ". Close that subscription first, or choose another name"));
            return true;
        });
    }

    /** {@return the logs in which a subscription may have a place, in reading order} */
    private List<LogEntry> logsToRead(SubscriptionEntry subscription) {
        retained.of(subscription.stream()).stream()
                .map(LogMeta.Constants::logId)
                .filter(subscription::readsEnded)
                .forEach(this::reopen);
        boolean takesOver = subscription.predecessor() != null;
        List<LogEntry> logs = index.logsOf(subscription.stream()).stream()
                .filter(log -> takesOver || log.isLiving() || subscription.readsEnded(log.id()))
                .toList();
        return LogEntry.inReadingOrder(logs, log -> log);
    }

    /**
     * {@return the command; if it begins at a position in a log of another host, with the mirror that holds the
     * position in place of that log} Not if mirrors are from several hosts whose logs happen to have the same id.
     */
    private Command.AddSubscription atMirror(Command.AddSubscription command) {
        JoinAt at = command.joinAt();
        List<LogMeta.Constants> logs = new ArrayList<>(retained.of(command.stream()));
        index.logsOf(command.stream()).forEach(log -> logs.add(log.constants()));
        if (at.kind() != JoinAt.Kind.POSITION || logs.stream().anyMatch(log -> log.logId() == at.logId())) {
            return command;
        }
        logs.removeIf(log -> log.mirror() == null || log.mirror().originLogId() != at.logId());
        boolean isOneHost =
                logs.stream().map(StreamRegistry::originHost).distinct().count() == 1;
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

    /** Checks that a subscription can begin at a position in a log, unless that is for its keeper to decide. */
    private void requirePosition(Command.AddSubscription command) throws Admission.Refusal {
        JoinAt at = command.joinAt();
        if (at.kind() != JoinAt.Kind.POSITION) {
            return;
        }
        if (retained.of(command.stream()).stream().anyMatch(log -> log.logId() == at.logId())) {
            reopen(at.logId());
        }
        LogEntry log = index.log(at.logId());
        if (log == null || !log.stream().equals(command.stream())) {
            throw Admission.Refusal.invalid("the stream has no such log, or none any more: stream=" + command.stream()
                    + ", log=" + at.logId() + ". Begin at the oldest message");
        }
    }

    /** The keeper keeps it from now on, and releases it in its next cycle if no subscription has got a slot by then. */
    private void reopen(long logId) {
        LogEntry known = index.log(logId); // If heap ran short below, and this runs again.
        LogEntry log = known == null ? retained.open(logId, factory) : known;
        if (log != null) {
            index.add(log);
            keeper.add(log);
            retained.forget(logId);
        }
    }

    /**
     * Answers once a subscription has all its slots, including those that wait for a cleaner. Otherwise the
     * subscription could miss messages that are published after its program has it, or get an older log after a younger
     * one. If a process is stopped while it cleans a log, the subscription begins with the others, and gets that log
     * later.
     */
    private void afterJoins(SubscriptionEntry subscription) {
        long id = subscription.registrationId();
        long sinceNs = clock.nanoTime();
        keeper.join(null, subscription.client().id(), id, () -> {
            boolean isOver = clock.nanoTime() - sinceNs > CLEANER_PATIENCE_NS;
            boolean isDue = isOver || !keeper.isWaiting(id, Objects::nonNull);
            if (isDue) {
                onImagesTold(subscription);
            }
            return isDue;
        });
    }

    private void onImagesTold(SubscriptionEntry subscription) {
        ClientEntry client = subscription.client();
        if (subscription.isIn(Phase.REMOVED)) {
            return;
        }
        try {
            subscriptionFiles.write(client.directory(), subscription.command());
        } catch (IOException e) {
            String problem = "cannot note the subscription: stream=" + subscription.stream() + ", " + ErrorText.of(e);
            giveUp(subscription, new Admission.Refusal(FailureCode.STORAGE, problem));
            return;
        }
        names.forgetPredecessor(subscription);
        stateTeller.sendBehindState(client, subscription.ready());
        subscription.enter(Phase.READY); // Last, for the same reason.
    }

    /**
     * A subscription that takes over a name gets the slot kept for it. An ended log gives a new slot, and an answer,
     * only to a subscription that reads ended logs. While a client is cleaning, the answer may come after those to
     * later requests.
     */
    private void askForSlot(SubscriptionEntry subscription, LogEntry log, JoinAt joinAt) {
        LogMaintenance kept = log.kept();
        if (kept == null || subscription.isIn(Phase.REMOVED)) {
            return; // The log is being made, and the slot follows then; or an earlier log had no slot.
        }
        BooleanSupplier attempt = () -> keeper.answer(
                () -> tryToAdd(subscription, log, kept, joinAt),
                slot -> onSubscriberAdded(subscription, log, kept, slot),
                e -> onNoSlot(subscription, log, e));
        keeper.join(log, subscription.client().id(), subscription.registrationId(), attempt);
    }

    private static int tryToAdd(SubscriptionEntry asked, LogEntry log, LogMaintenance kept, JoinAt joinAt) {
        Vacancy predecessor = asked.predecessor();
        int slot = predecessor == null
                ? -1
                : kept.subscribers().handOver(predecessor.registrationId(), asked.subscriber());
        if (slot >= 0) {
            return slot;
        }
        return kept.isEnded() && !asked.readsEnded(log.id())
                ? LogKeeper.NOT_NEEDED
                : kept.addSubscriber(asked.subscriber(), joinAt);
    }

    private void onNoSlot(SubscriptionEntry subscription, LogEntry log, Throwable cause) {
        if (!(cause instanceof JoinAt.RefusedException)) { // The subscription still reads the other logs of its stream.
            String client = subscription.client().describe();
            report("the log cannot be read: stream=" + log.stream() + ", log=" + log.id() + ", " + client, cause);
        } else {
            giveUp(subscription, Admission.Refusal.invalid(ErrorText.of(cause)));
        }
    }

    private void report(String problem, Throwable cause) {
        if (!(cause instanceof InternalError)) { // The keeper reports a truncated file, once for each log.
            errors.accept(new IllegalStateException(problem + ", cause=" + cause, cause));
        }
    }

    private void onSubscriberAdded(SubscriptionEntry subscription, LogEntry log, LogMaintenance kept, int slot) {
        ClientEntry client = subscription.client();
        if (slot >= 0) {
            ImageEntry image = new ImageEntry(log, slot, kept.joinPosition(slot));
            log.users().add(client.id()); // First: a log without users is nobody's image.
            subscription.images().put(log.id(), image);
            events.send(subscription.available(image));
            return;
        }
        String problem = "too many subscriptions: stream=" + log.stream() + ", max=" + LogLayout.MAX_SUBSCRIBERS;
        if (subscription.isIn(Phase.READY)) { // The client no longer waits for an answer; the operator gets the report.
            errors.accept(new IllegalStateException(problem + ", " + client.describe()));
        }
        giveUp(subscription, Admission.Refusal.limit(problem));
    }

    private void giveUp(SubscriptionEntry subscription, Admission.Refusal refusal) {
        remove(subscription.client(), subscription.registrationId());
        fail(subscription, refusal);
    }

    /** A client does not hold a publication or a subscription any more, or does not get it. */
    public void remove(ClientEntry client, long registrationId) {
        client.unlist(registrationId);
        keeper.forgetJoins(client.id(), id -> id == registrationId);
        Registration registration = client.registrations().get(registrationId);
        if (registration instanceof PublicationEntry publication) {
            LogMaintenance kept = publication.log().kept();
            if (kept != null) {
                keeper.guard(() -> kept.endPublisher(registrationId));
            }
        } else if (registration instanceof SubscriptionEntry subscription) {
            if (!names.keeps(subscription)) {
                keeper.removeSubscriber(subscription.stream(), registrationId);
            }
            try {
                subscriptionFiles.delete(client.directory(), registrationId);
            } catch (IOException e) {
                errors.accept(e);
            }
        }
        if (registration != null) {
            index.remove(registration);
        }
    }

    /** Frees everything held by a client that is proven dead. The keeper pads the claims that it left open. */
    public void removeClient(ClientEntry client) {
        keeper.forgetJoins(client.id(), id -> true);
        for (Registration registration : List.copyOf(client.registrations().values())) {
            if (registration instanceof SubscriptionEntry subscription) {
                names.keeps(subscription); // Before its slots would be freed.
            }
            index.remove(registration);
        }
        stateTeller.forget(client);
        keeper.clientDied(client.id());
    }

    /** A client has listed everything that it holds: removes the rest, and begins to report what it holds. */
    public void tellState(ClientEntry client, long requestId) {
        client.unlisted().forEach(id -> remove(client, id));
        stateTeller.begin(client, requestId);
        client.forgetList(); // Last: if heap ran short above, the list is needed again.
    }
}
