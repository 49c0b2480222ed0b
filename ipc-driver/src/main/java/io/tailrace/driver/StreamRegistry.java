/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.codecs.FailureCode;
import io.tailrace.codecs.LogKind;
import io.tailrace.control.Command;
import io.tailrace.control.Event;
import io.tailrace.control.SubscriptionFiles;
import io.tailrace.driver.SubscriptionEntry.ImageEntry;
import io.tailrace.log.KeptLog;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds and removes publications and subscriptions, and makes logs for them. Decides what belongs together; the keeper gives the
 * slots, and answers through the news, in the order asked. Conductor only.
 */
final class StreamRegistry {
    private final int termLength;
    private final StreamIndex index;
    private final LogFactory factory;
    private final SubscriptionFiles subscriptionFiles;
    private final EventSender events;
    private final StateTeller stateTeller;
    private final Mailbox news;
    private final ErrorReporter errors;
    private final LogKeeper keeper;

    StreamRegistry(
            int termLength,
            StreamIndex index,
            LogFactory factory,
            SubscriptionFiles subscriptionFiles,
            StateTeller stateTeller,
            Mailbox news,
            ErrorReporter errors,
            LogKeeper keeper) {
        this.termLength = termLength;
        this.index = index;
        this.factory = factory;
        this.subscriptionFiles = subscriptionFiles;
        this.events = stateTeller.events();
        this.stateTeller = stateTeller;
        this.news = news;
        this.errors = errors;
        this.keeper = keeper;
    }

    LogKeeper keeper() {
        return keeper;
    }

    StateTeller stateTeller() {
        return stateTeller;
    }

    void addPublication(Client client, Command.AddPublication command) {
        long id = command.registrationId();
        client.list(id);
        if (client.publications().containsKey(id)) {
            return; // Named again, by a client that lists what it holds, and then asks to be told of all of it.
        }
        if (!checkRequest(client, id, command.stream())) {
            return;
        }
        boolean exclusive = command.kind() == LogKind.EXCLUSIVE;
        LogEntry log = exclusive ? null : index.findConcurrentLog(command.stream());
        if (log == null) {
            int kind = exclusive ? LogLayout.KIND_EXCLUSIVE : LogLayout.KIND_CONCURRENT;
            try {
                log = createLog(LogMeta.Constants.of(index.nextLogId(), command.stream(), termLength, kind));
            } catch (IOException e) {
                events.send(
                        new Event.Failed(client.id(), id, FailureCode.STORAGE, "cannot make a log: " + e.getMessage()));
                return;
            }
        }
        PublicationEntry publication = new PublicationEntry(client, id, log);
        index.add(publication);
        KeptLog kept = log.kept();
        if (kept != null) {
            keeper.execute(() -> news.add(giveSlot(publication, kept)));
        }
    }

    private boolean checkRequest(Client client, long registrationId, String stream) {
        int length = stream.getBytes(StandardCharsets.UTF_8).length;
        String problem = null;
        if (length == 0
                || length > LogLayout.MAX_STREAM_LENGTH
                || stream.chars().anyMatch(Character::isISOControl)) {
            problem = "stream name must have 1 to " + LogLayout.MAX_STREAM_LENGTH
                    + " bytes and no control characters: length=" + length;
        } else if (registrationId <= 0 || index.isTaken(registrationId)) {
            problem = "registration id used twice, or none: registrationId=" + registrationId;
        }
        if (problem != null) {
            events.send(new Event.Failed(client.id(), registrationId, FailureCode.INVALID, problem));
        }
        return problem == null;
    }

    private LogEntry createLog(LogMeta.Constants constants) {
        LogEntry log = new LogEntry(constants);
        index.add(log);
        // Later, so that the publication that asks is in place when the answer comes, whatever it is.
        news.add(() -> factory.create(constants, new LogFactory.Result() {
            @Override
            public void onCreated(LogFiles files) {
                StreamRegistry.this.onCreated(log, files);
            }

            @Override
            public void onFailed(IOException cause) {
                StreamRegistry.this.onCreationFailed(log, cause);
            }
        }));
        return log;
    }

    private void onCreated(LogEntry log, LogFiles files) {
        KeptLog kept = new KeptLog(files.buffers());
        log.open(files, kept);
        if (log.publications().isEmpty()) {
            index.remove(log); // Who asked for it has gone meanwhile.
            factory.delete(log);
            return;
        }
        List<Runnable> answers = new ArrayList<>();
        // Subscribers first: they begin with the log's first message.
        for (SubscriptionEntry subscription : index.subscriptionsOf(log.stream())) {
            answers.add(giveSlot(subscription, log, kept));
        }
        for (PublicationEntry publication : log.publications()) {
            answers.add(giveSlot(publication, kept));
        }
        keeper.execute(() -> keeper.add(kept, files)); // From here on it is the keeper's.
        answers.forEach(Runnable::run);
    }

    private void onCreationFailed(LogEntry log, IOException cause) {
        index.remove(log);
        for (PublicationEntry publication : List.copyOf(log.publications())) {
            index.remove(publication);
            events.send(new Event.Failed(
                    publication.client().id(),
                    publication.registrationId(),
                    FailureCode.STORAGE,
                    "cannot make a log: stream=" + log.stream() + ", " + cause.getMessage()
                            + ". It takes three terms of termLength=" + termLength
                            + "; free space, or use a smaller --term-length"));
        }
    }

    /** The keeper, or the conductor until it has handed the log over. Returns what the conductor does about it. */
    private Runnable giveSlot(PublicationEntry publication, KeptLog kept) {
        Client client = publication.client();
        int slot = kept.addPublisher(publication.registrationId(), client.id(), client.pid());
        return () -> onPublisherAdded(publication, slot);
    }

    private void onPublisherAdded(PublicationEntry publication, int slot) {
        Client client = publication.client();
        long id = publication.registrationId();
        if (client.publications().get(id) != publication) {
            return; // Removed meanwhile; the keeper was told after it was told to add.
        }
        if (slot < 0) {
            index.remove(publication);
            events.send(new Event.Failed(
                    client.id(),
                    id,
                    FailureCode.LIMIT,
                    "too many publications: stream=" + publication.log().stream() + ", max="
                            + LogLayout.MAX_PUBLISHERS));
            return;
        }
        FaultPoint.reach("publication.answering");
        publication.slot(slot);
        events.send(
                new Event.PublicationReady(client.id(), id, publication.log().id(), slot));
    }

    void addSubscription(Client client, Command.AddSubscription command) {
        long id = command.registrationId();
        client.list(id);
        if (client.subscriptions().containsKey(id)) {
            return; // As above.
        }
        if (!checkRequest(client, id, command.stream())) {
            return;
        }
        SubscriptionEntry subscription = new SubscriptionEntry(client, command);
        index.add(subscription);
        for (LogEntry log : index.logsOf(command.stream())) {
            KeptLog kept = log.kept();
            if (kept != null && !log.publications().isEmpty()) {
                keeper.execute(() -> news.add(giveSlot(subscription, log, kept)));
            }
        }
        // Behind its images, which go the same way.
        keeper.execute(() -> news.add(() -> onImagesTold(subscription)));
    }

    private void onImagesTold(SubscriptionEntry subscription) {
        Client client = subscription.client();
        long id = subscription.registrationId();
        if (index.subscription(id) != subscription) {
            return;
        }
        try {
            subscriptionFiles.write(client.directory(), subscription.command());
        } catch (IOException e) {
            removeSubscription(client, id);
            events.send(new Event.Failed(
                    client.id(),
                    id,
                    FailureCode.STORAGE,
                    "cannot note the subscription: stream=" + subscription.stream() + ", " + e.getMessage()));
            return;
        }
        subscription.makeReady();
        stateTeller.sendBehindState(client, new Event.SubscriptionReady(client.id(), id));
    }

    /** As for a publication; an ended log gives none. */
    private Runnable giveSlot(SubscriptionEntry subscription, LogEntry log, KeptLog kept) {
        if (kept.isEnded()) {
            return () -> {};
        }
        Client client = subscription.client();
        int slot = kept.addSubscriber(
                subscription.registrationId(), client.id(), client.pid(), subscription.joinAt(), subscription.policy());
        long joinPosition = slot < 0 ? 0 : kept.joinPosition(slot);
        return () -> onSubscriberAdded(subscription, log, slot, joinPosition);
    }

    private void onSubscriberAdded(SubscriptionEntry subscription, LogEntry log, int slot, long joinPosition) {
        Client client = subscription.client();
        long id = subscription.registrationId();
        if (index.subscription(id) != subscription) {
            return; // Removed meanwhile; the keeper was told after it was told to add.
        }
        if (slot >= 0) {
            subscription.images().put(log.id(), new ImageEntry(log, slot, joinPosition));
            events.send(new Event.ImageAvailable(client.id(), id, log.id(), slot, joinPosition));
            return;
        }
        String problem = "too many subscriptions: stream=" + log.stream() + ", max=" + LogLayout.MAX_SUBSCRIBERS;
        if (subscription.isReady()) { // Nobody waits for the answer.
            errors.accept(new IllegalStateException(problem + ", client=" + client.id() + ", pid=" + client.pid()));
        }
        removeSubscription(client, id);
        events.send(new Event.Failed(client.id(), id, FailureCode.LIMIT, problem));
    }

    void removePublication(Client client, long registrationId) {
        client.unlist(registrationId);
        PublicationEntry publication = client.publications().get(registrationId);
        if (publication != null) {
            index.remove(publication);
            KeptLog kept = publication.log().kept();
            if (kept != null) {
                keeper.execute(() -> kept.endPublisher(registrationId));
            }
        }
    }

    void removeSubscription(Client client, long registrationId) {
        client.unlist(registrationId);
        SubscriptionEntry subscription = client.subscriptions().get(registrationId);
        if (subscription != null) {
            index.remove(subscription);
            forget(subscription);
            for (LogEntry log : index.logsOf(subscription.stream())) {
                KeptLog kept = log.kept();
                if (kept != null) {
                    keeper.execute(() -> kept.removeSubscriber(registrationId));
                }
            }
        }
    }

    private void forget(SubscriptionEntry subscription) {
        try {
            subscriptionFiles.delete(subscription.client().directory(), subscription.registrationId());
        } catch (IOException e) {
            errors.accept(e);
        }
    }

    /** A client is proven dead: what it held is free, what it left open is padded. */
    void removeClient(Client client, Runnable whenCleared) {
        List.copyOf(client.publications().values()).forEach(index::remove);
        List.copyOf(client.subscriptions().values()).forEach(index::remove);
        stateTeller.forget(client);
        removeSlots(client.id(), whenCleared);
    }

    /** A client is proven dead, be it that the driver knows no more of it than its id. */
    void removeSlots(long clientId, Runnable whenCleared) {
        keeper.execute(() -> {
            keeper.logs().forEach(kept -> kept.clientDied(clientId));
            news.add(whenCleared);
        });
    }

    /** Removes what a client holds no more: it has just listed all that it does. */
    void removeUnlisted(Client client) {
        for (long registrationId : client.takeUnlisted()) {
            removePublication(client, registrationId);
            removeSubscription(client, registrationId);
        }
    }

    /** Before the keeper runs: a log that an earlier driver left. */
    void add(LogEntry log, KeptLog kept, LogFiles files) {
        index.add(log);
        keeper.add(kept, files);
    }

    /** Before the keeper runs: a subscription of which an earlier driver has left word. */
    void add(SubscriptionEntry subscription) {
        index.add(subscription);
    }

    /** Before the keeper runs: a publication that an earlier driver has given a slot. */
    void add(PublicationEntry publication) {
        index.add(publication);
    }
}
