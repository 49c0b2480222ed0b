/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.codecs.FailureCode;
import io.tailrace.control.Command;
import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.control.SubscriptionFiles;
import io.tailrace.control.Vacancy;
import io.tailrace.driver.streams.SubscriptionEntry.ImageEntry;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.maintain.LogMaintenance;
import io.tailrace.report.EventView;
import io.tailrace.report.EventView.Kind;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Adds and removes publications and subscriptions, and makes logs for them. The registry decides which publications
 * share a log and which subscriptions read it; {@link Slots} gives them their places there.
 *
 * <p>Heap or stack may run short anywhere. The conductor then runs the interrupted method again from its beginning. So
 * every method here may run twice: the entry in the index, which records that its work is done, changes last.
 */
public final class StreamRegistry implements LogFactory.Result {
    private final Admission admission;
    private final StreamIndex index;
    private final LogFactory factory;
    private final SubscriptionFiles subscriptionFiles;
    private final EventBroadcast.Sender events;
    private final StateTeller stateTeller;
    private final LogKeeper keeper;
    private final Slots slots;
    private final Names names;
    private final EndedLogs ended;
    private final Consumer<Throwable> errors;

    public StreamRegistry(
            Admission admission,
            StreamIndex index,
            SubscriptionFiles subscriptionFiles,
            StateTeller stateTeller,
            Slots slots,
            Names names,
            EndedLogs ended,
            Consumer<Throwable> errors) {
        this.admission = admission;
        this.index = index;
        this.factory = ended.factory();
        this.subscriptionFiles = subscriptionFiles;
        this.events = stateTeller.events();
        this.stateTeller = stateTeller;
        this.keeper = slots.keeper();
        this.slots = slots;
        this.names = names;
        this.ended = ended;
        this.errors = errors;
    }

    public LogFactory factory() {
        return factory;
    }

    public Names names() {
        return names;
    }

    public StateTeller stateTeller() {
        return stateTeller;
    }

    public void addPublication(ClientEntry client, Command.AddPublication command) {
        long id = command.registrationId();
        client.list(id);
        PublicationEntry publication = client.publications().get(id);
        if (publication == null) {
            publication = newPublication(client, command);
        } else if (publication.isAsked()) {
            return; // The client only lists what it holds. At the end of its list it asks for a report of everything.
        }
        if (publication == null) {
            return;
        }
        index.add(publication);
        LogMaintenance kept = publication.log().kept();
        if (kept != null) {
            askForSlot(publication, kept);
        }
        publication.makeAsked();
    }

    /** {@return null if it has been refused} */
    private @Nullable PublicationEntry newPublication(ClientEntry client, Command.AddPublication command) {
        long id = command.registrationId();
        Admission.Refusal refusal = admission.refuse(client, command);
        if (refusal != null) {
            fail(client, id, command.stream(), refusal);
            return null;
        }
        LogEntry log = admission.findLog(command);
        if (log == null) {
            log = createLog(admission.newLog(command));
        }
        return new PublicationEntry(client, id, log);
    }

    private void fail(ClientEntry client, long registrationId, String stream, Admission.Refusal refusal) {
        fail(client, registrationId, stream, refusal.code(), refusal.problem());
    }

    void fail(ClientEntry client, long registrationId, String stream, FailureCode code, String problem) {
        names.history()
                .note(EventView.ofClient(Kind.REFUSED, client.id(), client.pid(), client.name(), problem)
                        .on(stream, ""));
        events.send(new Event.Failed(client.id(), registrationId, code, problem));
    }

    private LogEntry createLog(LogMeta.Constants constants) {
        LogEntry log = new LogEntry(constants);
        factory.create(log, this);
        index.add(log);
        return log;
    }

    @Override
    public void onCreated(LogEntry log, LogFiles files) {
        LogMaintenance kept = log.kept();
        if (kept == null) { // It exists already if heap ran short below, and this method runs again.
            kept = factory.keep(files);
            log.open(files, kept);
            if (log.publications().isEmpty()) {
                log.close(); // The publications for which the log was made have gone meanwhile.
                factory.removal().remove(log);
                index.remove(log);
                return;
            }
        }
        // Subscribers first: they begin with the log's first message.
        for (SubscriptionEntry subscription : List.copyOf(index.subscriptionsOf(log.stream()))) {
            askForSlot(subscription, log);
        }
        for (Vacancy vacancy : names.of(log.stream())) {
            names.keep(vacancy, kept);
        }
        for (PublicationEntry publication : List.copyOf(log.publications())) {
            askForSlot(publication, kept);
        }
        keeper.add(kept, files);
    }

    @Override
    public void onCreationFailed(LogEntry log, Throwable cause, String holder) {
        Admission.Refusal refusal = Admission.Refusal.of(log, cause, holder);
        for (PublicationEntry publication : List.copyOf(log.publications())) {
            fail(publication.client(), publication.registrationId(), log.stream(), refusal);
            index.remove(publication);
        }
        index.remove(log);
    }

    private void askForSlot(PublicationEntry publication, LogMaintenance kept) {
        ClientEntry client = publication.client();
        long id = publication.registrationId();
        slots.addPublisher(
                kept,
                client,
                id,
                slot -> onPublisherAdded(publication, slot),
                e -> refuse(client, id, "the log cannot be used: stream=" + publication.log().stream(), e));
    }

    /** Reports to a client, and to the driver's operator, that a request failed. */
    public void refuse(ClientEntry client, long registrationId, String problem, Throwable cause) {
        report(problem + ", " + client.describe(), cause);
        fail(client, registrationId, "", FailureCode.INTERNAL, problem + ", cause=" + cause);
        removePublication(client, registrationId);
        removeSubscription(client, registrationId);
    }

    private void onPublisherAdded(PublicationEntry publication, int slot) {
        ClientEntry client = publication.client();
        long id = publication.registrationId();
        if (client.publications().get(id) != publication) {
            return; // Removed while it waited for a cleaner.
        }
        if (slot < 0) {
            index.remove(publication);
            fail(client, id, publication.log().stream(), Admission.Refusal.noSlot(publication.log()));
            return;
        }
        publication.log().users().add(client.id());
        events.send(
                new Event.PublicationReady(client.id(), id, publication.log().id(), slot));
        publication.slot(slot); // Last: if the event failed, the command runs again.
    }

    public void addSubscription(ClientEntry client, Command.AddSubscription command) {
        long id = command.registrationId();
        client.list(id);
        SubscriptionEntry known = client.subscriptions().get(id);
        Admission.Refusal refusal = known == null ? admission.refuse(client, command) : null;
        if (refusal != null) {
            fail(client, id, command.stream(), refusal);
        }
        if (refusal != null || (known != null && known.isAsked())) {
            return; // Refused, or listed only, as a publication above.
        }
        SubscriptionEntry subscription = known != null ? known : admit(client, ended.atMirror(command));
        if (subscription == null) {
            return;
        }
        index.add(subscription);
        Vacancy predecessor = subscription.predecessor();
        if (predecessor != null) {
            names.take(predecessor);
        }
        ended.logsToRead(subscription).forEach(log -> askForSlot(subscription, log));
        onceImagesAreTold(subscription);
        subscription.makeAsked();
    }

    private void onceImagesAreTold(SubscriptionEntry subscription) {
        slots.afterJoins(subscription, () -> onImagesTold(subscription));
    }

    /** {@return a new subscription, with the places of its name; null if it waits for the name, or has been refused} */
    private @Nullable SubscriptionEntry admit(ClientEntry client, Command.AddSubscription command) {
        if (names.makesWait(client, command)) {
            return null;
        }
        Vacancy predecessor = names.find(command.key());
        String refusal = predecessor == null ? ended.refusePosition(command) : Names.refuse(predecessor, command);
        if (refusal != null) {
            fail(client, command.registrationId(), command.stream(), FailureCode.INVALID, refusal);
            return null;
        }
        return new SubscriptionEntry(client, command, predecessor);
    }

    private void onImagesTold(SubscriptionEntry subscription) {
        ClientEntry client = subscription.client();
        long id = subscription.registrationId();
        if (index.subscription(id) != subscription) {
            return;
        }
        try {
            subscriptionFiles.write(client.directory(), subscription.command());
        } catch (IOException e) {
            removeSubscription(client, id);
            String problem = "cannot note the subscription: stream=" + subscription.stream() + ", " + ErrorText.of(e);
            fail(client, id, subscription.stream(), FailureCode.STORAGE, problem);
            return;
        }
        names.forgetPredecessor(subscription);
        stateTeller.sendBehindState(client, new Event.SubscriptionReady(client.id(), id));
        subscription.makeReady(); // Last, for the same reason.
    }

    private void askForSlot(SubscriptionEntry subscription, LogEntry log) {
        LogMaintenance kept = log.kept();
        boolean isRemoved =
                index.subscription(subscription.registrationId()) != subscription; // An earlier log had no slot.
        if (kept == null || isRemoved) {
            return; // If the log is being made, the slot follows then.
        }
        slots.addSubscriber(
                kept,
                subscription,
                (slot, joinPosition) -> onSubscriberAdded(subscription, log, slot, joinPosition),
                e -> onNoSlot(subscription, log, e));
    }

    private void onNoSlot(SubscriptionEntry subscription, LogEntry log, Throwable cause) {
        if (cause instanceof JoinAt.RefusedException) {
            if (index.subscription(subscription.registrationId()) == subscription) { // Else it was removed.
                giveUp(subscription, FailureCode.INVALID, String.valueOf(cause.getMessage()));
            }
            return;
        }
        // The subscription still reads the other logs of its stream.
        String client = subscription.client().describe();
        report("the log cannot be read: stream=" + log.stream() + ", log=" + log.id() + ", " + client, cause);
    }

    private void report(String problem, Throwable cause) {
        if (!(cause instanceof InternalError)) { // The keeper reports a truncated file, once for each log.
            errors.accept(new IllegalStateException(problem + ", cause=" + cause, cause));
        }
    }

    private void onSubscriberAdded(SubscriptionEntry subscription, LogEntry log, int slot, long joinPosition) {
        ClientEntry client = subscription.client();
        long id = subscription.registrationId();
        if (index.subscription(id) != subscription) {
            return; // Removed while it waited for a cleaner; its name keeps the slot.
        }
        if (slot >= 0) {
            subscription.images().put(log.id(), new ImageEntry(log, slot, joinPosition));
            log.users().add(client.id());
            events.send(new Event.ImageAvailable(client.id(), id, log.id(), slot, joinPosition));
            return;
        }
        String problem = "too many subscriptions: stream=" + log.stream() + ", max=" + LogLayout.MAX_SUBSCRIBERS;
        if (subscription.isReady()) { // The client no longer waits for an answer, so the operator gets the report.
            errors.accept(new IllegalStateException(problem + ", " + client.describe()));
        }
        giveUp(subscription, FailureCode.LIMIT, problem);
    }

    private void giveUp(SubscriptionEntry subscription, FailureCode code, String problem) {
        removeSubscription(subscription.client(), subscription.registrationId());
        fail(subscription.client(), subscription.registrationId(), subscription.stream(), code, problem);
    }

    public void removePublication(ClientEntry client, long registrationId) {
        client.unlist(registrationId);
        PublicationEntry publication = client.publications().get(registrationId);
        if (publication != null) {
            LogMaintenance kept = publication.log().kept();
            if (kept != null) {
                slots.endPublisher(kept, registrationId);
            }
            index.remove(publication);
        }
    }

    public void removeSubscription(ClientEntry client, long registrationId) {
        client.unlist(registrationId);
        names.forget(client, command -> command.registrationId() == registrationId);
        SubscriptionEntry subscription = client.subscriptions().get(registrationId);
        if (subscription != null) {
            if (!names.keeps(subscription)) {
                slots.removeSubscriber(index.logsOf(subscription.stream()), registrationId);
            }
            forget(subscription);
            index.remove(subscription);
        }
    }

    private void forget(SubscriptionEntry subscription) {
        try {
            subscriptionFiles.delete(subscription.client().directory(), subscription.registrationId());
        } catch (IOException e) {
            errors.accept(e);
        }
    }

    /** Frees everything held by a client that is proven dead. The keeper pads the claims that it left open. */
    public void removeClient(ClientEntry client) {
        List.copyOf(client.publications().values()).forEach(index::remove);
        names.forget(client, command -> true);
        for (SubscriptionEntry subscription : List.copyOf(client.subscriptions().values())) {
            names.keeps(subscription); // Before its slots would be freed.
            index.remove(subscription);
        }
        stateTeller.forget(client);
        removeSlots(client.id());
    }

    /** Frees the slots of a dead client of which the driver knows only the id. */
    public void removeSlots(long clientId) {
        slots.clientDied(clientId);
    }

    /** Removes what a client no longer holds, once the client has listed everything that it holds. */
    public void removeUnlisted(ClientEntry client) {
        for (long registrationId : client.unlisted()) {
            removePublication(client, registrationId);
            removeSubscription(client, registrationId);
        }
        client.forgetList();
    }
}
