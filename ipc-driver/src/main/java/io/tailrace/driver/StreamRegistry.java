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
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Which logs, publications and subscriptions there are, by stream. Decides what belongs together; the keeper gives the slots,
 * and answers through the news queue, in the order asked. Conductor only.
 */
final class StreamRegistry implements LogKeeper.Listener {
    /** Gives ids that nobody else has. */
    interface Ids {
        long next() throws IOException;
    }

    private final int termLength;
    private final Ids ids;
    private final LogFactory factory;
    private final SubscriptionFiles subscriptionFiles;
    private final EventSender events;
    private final ConcurrentLinkedQueue<Runnable> news;
    private final ErrorReporter errors;
    private final LogKeeper keeper;

    private final Map<Long, LogEntry> logs = new HashMap<>();
    private final Map<Long, SubscriptionEntry> subscriptions = new HashMap<>();

    StreamRegistry(
            int termLength,
            Ids ids,
            LogFactory factory,
            SubscriptionFiles subscriptionFiles,
            EventSender events,
            ConcurrentLinkedQueue<Runnable> news,
            ErrorReporter errors,
            NanoClock clock) {
        this.termLength = termLength;
        this.ids = ids;
        this.factory = factory;
        this.subscriptionFiles = subscriptionFiles;
        this.events = events;
        this.news = news;
        this.errors = errors;
        this.keeper = new LogKeeper(this, clock);
    }

    LogKeeper keeper() {
        return keeper;
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
        LogEntry log = exclusive ? null : findConcurrentLog(command.stream());
        if (log == null) {
            int kind = exclusive ? LogLayout.KIND_EXCLUSIVE : LogLayout.KIND_CONCURRENT;
            try {
                log = createLog(LogMeta.Constants.of(nextLogId(), command.stream(), termLength, kind));
            } catch (IOException e) {
                events.send(
                        new Event.Failed(client.id(), id, FailureCode.STORAGE, "cannot make a log: " + e.getMessage()));
                return;
            }
        }
        PublicationEntry publication = new PublicationEntry(client, id, log);
        log.publications().add(publication);
        client.publications().put(id, publication);
        if (log.kept() != null) {
            giveSlot(publication, log.kept());
        }
    }

    private long nextLogId() throws IOException {
        long id = ids.next();
        if (logs.containsKey(id)) {
            throw new IOException("somebody wrote into the control file: nextId=" + id + " was given before");
        }
        return id;
    }

    private boolean checkRequest(Client client, long registrationId, String stream) {
        int length = stream.getBytes(StandardCharsets.UTF_8).length;
        String problem = null;
        if (length == 0
                || length > LogLayout.MAX_STREAM_LENGTH
                || stream.chars().anyMatch(Character::isISOControl)) {
            problem = "stream name must have 1 to " + LogLayout.MAX_STREAM_LENGTH
                    + " bytes and no control characters: length=" + length;
        } else if (registrationId <= 0 || isTaken(registrationId)) {
            problem = "registration id used twice, or none: registrationId=" + registrationId;
        }
        if (problem != null) {
            events.send(new Event.Failed(client.id(), registrationId, FailureCode.INVALID, problem));
        }
        return problem == null;
    }

    /** Slots are found by it, so no client may use another's. */
    private boolean isTaken(long registrationId) {
        return subscriptions.containsKey(registrationId)
                || logs.values().stream()
                        .flatMap(log -> log.publications().stream())
                        .anyMatch(publication -> publication.registrationId() == registrationId);
    }

    private @Nullable LogEntry findConcurrentLog(String stream) {
        for (LogEntry log : logs.values()) {
            boolean takesMore = log.kind() == LogLayout.KIND_CONCURRENT
                    && !log.publications().isEmpty();
            if (takesMore && log.stream().equals(stream)) {
                return log;
            }
        }
        return null;
    }

    private LogEntry createLog(LogMeta.Constants constants) {
        LogEntry log = new LogEntry(constants);
        logs.put(log.id(), log);
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
            remove(log); // Who asked for it has gone meanwhile.
            return;
        }
        keeper.execute(() -> keeper.add(kept, files));
        // Subscribers first: they begin with the log's first message.
        for (SubscriptionEntry subscription : subscriptions.values()) {
            if (subscription.stream().equals(log.stream())) {
                join(subscription, log, kept);
            }
        }
        for (PublicationEntry publication : log.publications()) {
            giveSlot(publication, kept);
        }
    }

    private void onCreationFailed(LogEntry log, IOException cause) {
        logs.remove(log.id());
        for (PublicationEntry publication : log.publications()) {
            publication.client().publications().remove(publication.registrationId());
            events.send(new Event.Failed(
                    publication.client().id(),
                    publication.registrationId(),
                    FailureCode.STORAGE,
                    "cannot make a log: stream=" + log.stream() + ", " + cause.getMessage()
                            + ". It takes three terms of termLength=" + termLength
                            + "; free space, or use a smaller --term-length"));
        }
        log.publications().clear();
    }

    private void giveSlot(PublicationEntry publication, KeptLog kept) {
        Client client = publication.client();
        long id = publication.registrationId();
        long pid = client.pid();
        keeper.execute(() -> {
            int slot = kept.addPublisher(id, client.id(), pid);
            news.add(() -> onPublisherAdded(publication, slot));
        });
    }

    private void onPublisherAdded(PublicationEntry publication, int slot) {
        Client client = publication.client();
        long id = publication.registrationId();
        if (client.publications().get(id) != publication) {
            return; // Removed meanwhile; the keeper was told after it was told to add.
        }
        if (slot < 0) {
            client.publications().remove(id);
            publication.log().publications().remove(publication);
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
        subscriptions.put(id, subscription);
        client.subscriptions().put(id, subscription);
        for (LogEntry log : logs.values()) {
            if (log.kept() != null
                    && !log.publications().isEmpty()
                    && log.stream().equals(command.stream())) {
                join(subscription, log, log.kept());
            }
        }
        // Behind its images, which go the same way.
        keeper.execute(() -> news.add(() -> onImagesTold(subscription)));
    }

    private void onImagesTold(SubscriptionEntry subscription) {
        Client client = subscription.client();
        long id = subscription.registrationId();
        if (subscriptions.get(id) != subscription) {
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
        events.send(new Event.SubscriptionReady(client.id(), id));
    }

    private void join(SubscriptionEntry subscription, LogEntry log, KeptLog kept) {
        Client client = subscription.client();
        long id = subscription.registrationId();
        long pid = client.pid();
        keeper.execute(() -> {
            if (kept.isEnded()) {
                return;
            }
            int slot = kept.addSubscriber(id, client.id(), pid, subscription.joinAt(), subscription.policy());
            long joinPosition = slot < 0 ? 0 : kept.joinPosition(slot);
            news.add(() -> onSubscriberAdded(subscription, log, slot, joinPosition));
        });
    }

    private void onSubscriberAdded(SubscriptionEntry subscription, LogEntry log, int slot, long joinPosition) {
        Client client = subscription.client();
        long id = subscription.registrationId();
        if (subscriptions.get(id) != subscription) {
            return; // Removed meanwhile; the keeper was told after it was told to add.
        }
        if (slot >= 0) {
            subscription.images().put(log.id(), new ImageEntry(log, slot, joinPosition));
            events.send(new Event.ImageAvailable(client.id(), id, log.id(), slot, joinPosition));
            return;
        }
        String problem = "too many subscriptions: stream=" + log.stream() + ", max=" + LogLayout.MAX_SUBSCRIBERS;
        if (subscription.isReady()) {
            errors.accept(new IllegalStateException(problem + ", client=" + client.id() + ", pid=" + client.pid()));
        } else {
            removeSubscription(client, id);
            events.send(new Event.Failed(client.id(), id, FailureCode.LIMIT, problem));
        }
    }

    void removePublication(Client client, long registrationId) {
        client.unlist(registrationId);
        PublicationEntry publication = client.publications().remove(registrationId);
        if (publication != null) {
            publication.log().publications().remove(publication);
            KeptLog kept = publication.log().kept();
            if (kept != null) {
                keeper.execute(() -> kept.endPublisher(registrationId));
            }
        }
    }

    void removeSubscription(Client client, long registrationId) {
        client.unlist(registrationId);
        SubscriptionEntry subscription = client.subscriptions().remove(registrationId);
        if (subscription != null) {
            subscriptions.remove(registrationId);
            forget(subscription);
            keeper.execute(() -> keeper.logs().forEach(kept -> kept.removeSubscriber(registrationId)));
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
        for (PublicationEntry publication : client.publications().values()) {
            publication.log().publications().remove(publication);
        }
        client.publications().clear();
        for (long registrationId : client.subscriptions().keySet()) {
            subscriptions.remove(registrationId);
        }
        client.subscriptions().clear();
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

    /** Tells a client everything that it holds once more. */
    void tellState(Client client) {
        client.publications().values().forEach(this::tell);
        client.subscriptions().values().forEach(this::tell);
    }

    private void tell(PublicationEntry publication) {
        if (publication.slot() != PublicationEntry.NO_SLOT) {
            events.send(new Event.PublicationReady(
                    publication.client().id(),
                    publication.registrationId(),
                    publication.log().id(),
                    publication.slot()));
        }
    }

    private void tell(SubscriptionEntry subscription) {
        long clientId = subscription.client().id();
        for (ImageEntry image : subscription.images().values()) {
            events.send(new Event.ImageAvailable(
                    clientId, subscription.registrationId(), image.log().id(), image.slot(), image.joinPosition()));
        }
        if (subscription.isReady()) {
            events.send(new Event.SubscriptionReady(clientId, subscription.registrationId()));
        }
    }

    /** Before the keeper runs: a log that an earlier driver left. */
    void add(LogEntry log, KeptLog kept, LogFiles files) {
        logs.put(log.id(), log);
        keeper.add(kept, files);
    }

    /** Before the keeper runs: a subscription of which an earlier driver has left word. */
    void add(SubscriptionEntry subscription) {
        subscriptions.put(subscription.registrationId(), subscription);
        subscription.client().subscriptions().put(subscription.registrationId(), subscription);
    }

    @Override
    public void onDrained(KeptLog kept, long registrationId) {
        long logId = kept.log().constants().logId();
        news.add(() -> {
            SubscriptionEntry subscription = subscriptions.get(registrationId);
            if (subscription != null && subscription.images().remove(logId) != null) {
                events.send(new Event.ImageUnavailable(subscription.client().id(), registrationId, logId));
            }
        });
    }

    @Override
    public void onEvicted(KeptLog kept, long registrationId) {
        news.add(() -> {
            SubscriptionEntry subscription = subscriptions.get(registrationId);
            if (subscription != null) {
                errors.accept(new IllegalStateException(
                        "a subscriber held its publishers back for too long, and does so no more:"
                                + " stream=" + subscription.stream() + ", subscription=" + registrationId + ", client="
                                + subscription.client().id() + ", pid="
                                + subscription.client().pid()));
            }
        });
    }

    @Override
    public void onFinished(KeptLog kept) {
        news.add(() -> {
            LogEntry log = logs.get(kept.log().constants().logId());
            if (log != null) {
                remove(log);
            }
        });
    }

    @Override
    public void onOverdue(KeptLog kept, int publisherSlot) {
        LogMeta meta = kept.log().meta();
        long clientId = meta.publisherClient(publisherSlot);
        String who = "a living client has to answer before what a dead one left can be padded: stream="
                + kept.log().constants().stream() + ", log="
                + kept.log().constants().logId() + ", position=" + kept.waitingAt() + ", client=" + clientId + ", pid="
                + meta.publisherPid(publisherSlot);
        news.add(() -> errors.accept(new IllegalStateException(
                who + describeSilence(kept, clientId) + ". The stream goes on when that client does, or is dead")));
    }

    private String describeSilence(KeptLog kept, long clientId) {
        LogEntry log = logs.get(kept.log().constants().logId());
        return log == null
                ? ""
                : log.publications().stream()
                        .map(PublicationEntry::client)
                        .filter(client -> client.id() == clientId)
                        .findFirst()
                        .map(client -> client.files().heartbeat().describe(System.nanoTime()))
                        .orElse("");
    }

    @Override
    public void onMisuse(String description) {
        news.add(() -> errors.accept(new IllegalStateException(description)));
    }

    @Override
    public void onFailed(KeptLog kept, RuntimeException cause) {
        news.add(() -> errors.accept(new IllegalStateException(
                "the log is kept no more: stream=" + kept.log().constants().stream() + ", log="
                        + kept.log().constants().logId() + ", " + cause.getMessage(),
                cause)));
    }

    private void remove(LogEntry log) {
        logs.remove(log.id());
        log.close();
        FaultPoint.reach("removal.begun");
        factory.delete(log.constants());
    }
}
