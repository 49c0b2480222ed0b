/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.SubscriptionFiles;
import io.tailrace.control.Vacancy;
import io.tailrace.driver.streams.ClientEntry;
import io.tailrace.driver.streams.LogEntry;
import io.tailrace.driver.streams.LogFactory;
import io.tailrace.driver.streams.LogKeeper;
import io.tailrace.driver.streams.LogRemoval;
import io.tailrace.driver.streams.Names;
import io.tailrace.driver.streams.PublicationEntry;
import io.tailrace.driver.streams.Registration.Phase;
import io.tailrace.driver.streams.StreamIndex;
import io.tailrace.driver.streams.SubscriptionEntry;
import io.tailrace.driver.streams.SubscriptionEntry.ImageEntry;
import io.tailrace.file.Exhaustion;
import io.tailrace.internal.ErrorText;
import io.tailrace.internal.FaultPoint;
import io.tailrace.liveness.KernelLock;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.maintain.LogMaintenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes over the files of an earlier driver before its first cycle: the subscriptions noted in the clients' folders,
 * the logs, and the publications and images named by the slots of the logs. Living clients continue meanwhile. As soon
 * as a client notices the new driver it lists what it holds; the driver drops the rest, and gives subscriptions the
 * places that they lack. A log is deleted if it cannot be read, or if it was never given to a publisher.
 */
final class Adoption {
    private final DriverDirectory directory;
    private final StreamIndex index;
    private final LogKeeper keeper;
    private final Names names;
    private final Consumer<Throwable> errorHandler;
    private final Map<Long, ClientEntry> clients = new HashMap<>();
    private final Set<Long> living;
    /** By registration id. */
    private final Map<Long, Vacancy> vacancies = new LinkedHashMap<>();

    Adoption(
            DriverDirectory directory,
            StreamIndex index,
            LogKeeper keeper,
            Names names,
            List<ClientEntry> clients,
            Set<Long> living,
            Consumer<Throwable> errorHandler) {
        this.directory = directory;
        this.index = index;
        this.keeper = keeper;
        this.names = names;
        this.errorHandler = errorHandler;
        this.living = living;
        clients.forEach(client -> this.clients.put(client.id(), client));
    }

    /** Reads the notes of each client, and then every log directory. */
    void run(LogFactory factory, SubscriptionFiles subscriptionFiles) throws IOException {
        vacancies.putAll(names.readNoted());
        readNoted(subscriptionFiles).forEach(this::adopt);
        for (Path path : LogRemoval.list(directory.logs())) {
            long logId = DriverDirectory.parseId(path.getFileName().toString());
            if (logId < 0 || !adopt(factory, path, logId)) {
                factory.removal().removeLeft(path);
            }
        }
        vacancies.values().forEach(this::adopt);
    }

    /**
     * Takes a vacant name over. If the earlier driver died while it gave the places to a later subscription of the
     * name, that subscription gets the remaining places. If the note in {@code names/} is lost, the last holder may
     * look as if it were not buried yet: it keeps its slots, and will be buried again.
     */
    private void adopt(Vacancy vacancy) {
        SubscriptionEntry holder = index.findHolder(vacancy.key());
        if (holder != null && holder.registrationId() == vacancy.registrationId()) {
            return;
        }
        Vacancy other = names.find(vacancy.key());
        if (holder == null && (other == null || other.registrationId() < vacancy.registrationId())) {
            names.adopt(vacancy);
        } else {
            other = vacancy;
        }
        if (other != null) {
            join(other, holder);
        }
    }

    /** The places of an earlier registration of a name become those of the latest. */
    private void join(Vacancy earlier, @Nullable SubscriptionEntry holder) {
        Vacancy later = names.find(earlier.key());
        for (LogEntry log : index.logsOf(earlier.key().stream())) {
            LogMaintenance kept = Objects.requireNonNull(log.kept());
            if (holder != null) {
                int slot = kept.subscribers().handOver(earlier.registrationId(), holder.subscriber());
                if (slot >= 0) {
                    holder.images().put(log.id(), new ImageEntry(log, slot, kept.joinPosition(slot)));
                }
            } else if (later != null
                    && kept.subscribers().handOver(earlier.registrationId(), later.subscriber()) >= 0) {
                kept.subscribers().vacate(later.registrationId(), later.untilNs());
            }
            kept.removeSubscriber(earlier.registrationId());
        }
        names.forget(earlier);
    }

    /** An id noted for two clients belongs to one of them. That client will list it, so neither gets it here. */
    private Collection<SubscriptionEntry> readNoted(SubscriptionFiles subscriptionFiles) throws IOException {
        Map<Long, SubscriptionEntry> noted = new HashMap<>();
        Set<Long> doubtful = new HashSet<>();
        for (ClientEntry client : clients.values()) {
            for (Command.AddSubscription command : subscriptionFiles.readAll(client.directory(), errorHandler)) {
                long id = command.registrationId();
                if (vacancies.containsKey(id)) {
                    subscriptionFiles.delete(client.directory(), id); // The earlier driver died before it could.
                } else if (id <= 0 || noted.put(id, new SubscriptionEntry(client, command, null)) != null) {
                    doubtful.add(id);
                    errorHandler.accept(new IOException(
                            "registration id noted twice, or none: registrationId=" + id + ", " + client.describe()));
                }
            }
        }
        noted.keySet().removeAll(doubtful);
        return noted.values();
    }

    private void adopt(SubscriptionEntry subscription) {
        subscription.enter(Phase.READY);
        index.add(subscription);
    }

    private boolean adopt(LogFactory factory, Path path, long logId) throws IOException {
        if (!Files.exists(LogFiles.metaPath(path))) {
            return false; // The earlier driver died while it deleted the log.
        }
        LogEntry log = null;
        try {
            boolean isPart = !Files.exists(LogFiles.termPath(path, LogLayout.TERM_COUNT - 1)); // Deleted first.
            if (isPart && !LogFiles.readMeta(path, LogMaintenance::hasBegun)) {
                return false;
            }
            log = factory.open(path, logId);
            LogMaintenance kept = Objects.requireNonNull(log.kept());
            if (!LogMaintenance.hasBegun(kept.log().meta())) {
                log.close();
                return false; // The earlier driver died before it gave the log to a publisher; subscribers may know it.
            }
            log.users().addAll(living); // A client whose slot is free already may still use it.
            index.add(log);
            keeper.add(log);
            FaultPoint.reach("adoption.log");
            Set<Long> departed = new HashSet<>();
            adoptPublications(log, kept, departed);
            adoptImages(log, kept, departed);
            departed.forEach(kept::clientDied);
            return true;
        } catch (IOException | RuntimeException e) {
            if (log != null) {
                log.close();
            }
            if (e instanceof IOException shortage && Exhaustion.isOfSystem(e)) {
                throw shortage; // The log lives: another process may open it.
            }
            errorHandler.accept(new IOException(
                    "an unusable log was left, and is deleted: path=" + path + ", " + ErrorText.of(e), e));
            return false;
        }
    }

    private void adoptPublications(LogEntry log, LogMaintenance kept, Set<Long> departed) {
        LogMeta.SlotTable slots = kept.log().meta().publishers();
        for (int slot = 0; slot < LogLayout.MAX_PUBLISHERS; slot++) {
            long registrationId = slots.acquire(slot);
            ClientEntry client = clients.get(slots.client(slot));
            if (registrationId == 0) {
                continue;
            }
            if (client == null) {
                addDeparted(slots.client(slot), departed);
            } else if (kept.isEnded() || client.registrations().containsKey(registrationId)) {
                kept.endPublisher(registrationId); // The log has ended, or the id has a publication already.
            } else {
                PublicationEntry publication = new PublicationEntry(client, registrationId, log);
                publication.slot(slot);
                publication.enter(Phase.READY);
                index.add(publication);
            }
        }
    }

    private void adoptImages(LogEntry log, LogMaintenance kept, Set<Long> departed) {
        LogMeta meta = kept.log().meta();
        for (int slot = 0; slot < LogLayout.MAX_SUBSCRIBERS; slot++) {
            long registrationId = meta.subscribers().acquire(slot);
            ClientEntry client = clients.get(meta.subscribers().client(slot));
            if (registrationId == 0) {
                continue;
            }
            Vacancy vacancy = findVacancy(log, meta, slot);
            if (vacancy != null) {
                kept.subscribers().vacate(registrationId, vacancy.untilNs());
            } else if (client == null) {
                addDepartedSubscriber(log, meta.subscribers().client(slot), departed);
            } else {
                adoptImage(client, log, kept, slot);
            }
        }
    }

    private void adoptImage(ClientEntry client, LogEntry log, LogMaintenance kept, int slot) {
        LogMeta meta = kept.log().meta();
        long registrationId = meta.subscribers().acquire(slot);
        if (!client.registrations().containsKey(registrationId)) {
            adopt(new SubscriptionEntry(client, commandOf(log, meta, slot), null));
        }
        if (client.registrations().get(registrationId) instanceof SubscriptionEntry subscription
                && subscription.stream().equals(log.stream())) {
            subscription.images().put(log.id(), new ImageEntry(log, slot, meta.subscriberJoinPosition(slot)));
        } else {
            kept.removeSubscriber(registrationId); // A subscription reads one stream only.
        }
    }

    /**
     * {@return the name in a slot if no subscription holds it, else null} The note of the name may be lost, or be of
     * another stream.
     */
    private @Nullable Vacancy findVacancy(LogEntry log, LogMeta meta, int slot) {
        LogMeta.SlotTable slots = meta.subscribers();
        long registrationId = slots.acquire(slot);
        long untilNs = meta.vacantUntilNs(slot);
        Vacancy noted = vacancies.get(registrationId);
        if (noted == null && untilNs != 0) {
            Command.AddSubscription command = commandOf(log, meta, slot);
            if (!command.name().isNone()) {
                noted = names.bounded(new Vacancy(command, slots.client(slot), slots.pid(slot), untilNs));
                vacancies.put(registrationId, noted);
            }
        }
        return noted != null && noted.key().stream().equals(log.stream()) ? noted : null;
    }

    /**
     * {@return the command to use in place of the note of a subscription} The note is lost, or the subscription was not
     * ready yet.
     */
    private static Command.AddSubscription commandOf(LogEntry log, LogMeta meta, int slot) {
        long evictAfterNs = meta.subscriberEvictAfterNs(slot);
        // After an eviction the subscriber's policy reads DROP. It had asked for EVICT, as the next of its name does.
        SubscriberPolicy policy = evictAfterNs > 0
                ? SubscriberPolicy.evict(evictAfterNs)
                : SubscriberPolicy.of(meta.subscriberPolicy(slot), evictAfterNs);
        return new Command.AddSubscription(
                meta.subscribers().acquire(slot), JoinAt.TAIL, policy, log.stream(), meta.subscriberName(slot));
    }

    /**
     * A living client keeps its slots even if the driver refused it because its files cannot be read. A publisher
     * without files is dead: a driver deletes the files before it frees the slot, and the slot stays taken until all
     * subscribers have read the last frame.
     */
    private void addDeparted(long clientId, Set<Long> departed) {
        if (probe(directory.client(clientId)) != KernelLock.Holder.ALIVE) {
            departed.add(clientId);
        }
    }

    /** A subscriber without files may live: a driver frees the slots of a dead one before it deletes the files. */
    private void addDepartedSubscriber(LogEntry log, long clientId, Set<Long> departed) {
        Path path = directory.client(clientId);
        KernelLock.Holder holder = probe(path);
        if (holder == KernelLock.Holder.DEAD) {
            departed.add(clientId);
        } else if (holder == KernelLock.Holder.UNKNOWN) {
            errorHandler.accept(new IOException("client " + clientId + " cannot be proven dead without its lock file,"
                    + " and keeps what it holds: stream=" + log.stream() + ", path=" + path
                    + ClientFiles.howToDeclareDead(path)));
        }
    }

    private KernelLock.Holder probe(Path client) {
        try {
            return ClientFiles.probe(client);
        } catch (IOException e) {
            errorHandler.accept(e);
            return KernelLock.Holder.ALIVE; // Its death is not proven.
        }
    }
}
