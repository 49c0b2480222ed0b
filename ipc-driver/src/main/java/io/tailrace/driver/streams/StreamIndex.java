/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.Vacancy;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMirror;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The existing logs, publications and subscriptions, by id and by stream. */
public final class StreamIndex {
    /** The logs and subscriptions of one stream, in the order in which they were added. */
    private static final class Stream {
        private final Map<Long, LogEntry> logs = new LinkedHashMap<>();
        private final Map<Long, SubscriptionEntry> subscriptions = new LinkedHashMap<>();
    }

    private final Map<Long, LogEntry> logs = new HashMap<>();
    private final Map<Long, Registration> registrations = new HashMap<>();
    private final Map<Long, SubscriptionEntry> subscriptions = new HashMap<>();
    private final Map<String, Stream> streams = new HashMap<>();
    private long lastLogId;

    /** @param lastLogId the ids of new logs begin after it */
    public StreamIndex(long lastLogId) {
        this.lastLogId = lastLogId;
    }

    /** {@return an id that no log had before} */
    long nextLogId() {
        return ++lastLogId;
    }

    /** {@return a copy of the list of all logs} */
    List<LogEntry> logs() {
        return List.copyOf(logs.values());
    }

    public int logCount() {
        return logs.size();
    }

    /** {@return the size of the files of all logs, including those being made} */
    long logBytes() {
        return logs.values().stream().mapToLong(LogEntry::bytes).sum();
    }

    public int publicationCount() {
        return registrations.size() - subscriptions.size();
    }

    public int subscriptionCount() {
        return subscriptions.size();
    }

    public void add(LogEntry log) {
        logs.put(log.id(), log);
        stream(log.stream()).logs.put(log.id(), log);
    }

    public void remove(LogEntry log) {
        stream(log.stream()).logs.remove(log.id());
        forgetIfEmpty(log.stream());
        logs.remove(log.id());
    }

    @Nullable
    public LogEntry log(long logId) {
        return logs.get(logId);
    }

    /**
     * {@return the log that a stream's next publication belongs to, or null if it takes a new one} Publications share
     * the concurrent log of their stream; the next publication of a mirror continues it.
     *
     * @param wanted the mirror, null for another log
     */
    @Nullable
    LogEntry findLog(String stream, int kind, @Nullable LogMirror wanted) {
        for (LogEntry log : logsOf(stream)) {
            LogMirror mirror = log.constants().mirror();
            boolean isShared = wanted == null
                    ? kind == LogLayout.KIND_CONCURRENT && log.kind() == kind
                    : mirror != null && mirror.hasOriginOf(wanted) && log.sourceGoesOn();
            if (isShared && log.isLiving()) {
                return log;
            }
        }
        return null;
    }

    public Collection<LogEntry> logsOf(String stream) {
        Stream found = streams.get(stream);
        return found == null ? List.of() : found.logs.values();
    }

    /** {@return whether a publication or a subscription has this id} */
    boolean has(long registrationId) {
        return registrations.containsKey(registrationId);
    }

    public void add(Registration registration) {
        long id = registration.registrationId();
        registration.client().registrations().put(id, registration);
        registrations.put(id, registration);
        if (registration instanceof SubscriptionEntry subscription) {
            subscriptions.put(id, subscription);
            stream(subscription.stream()).subscriptions.put(id, subscription);
        } else if (registration instanceof PublicationEntry publication) {
            publication.log().publications().add(publication);
        }
    }

    public void remove(Registration registration) {
        long id = registration.registrationId();
        if (registration instanceof SubscriptionEntry subscription) {
            subscriptions.remove(id, subscription);
            stream(subscription.stream()).subscriptions.remove(id);
            forgetIfEmpty(subscription.stream());
        } else if (registration instanceof PublicationEntry publication) {
            publication.log().publications().remove(publication);
        }
        registrations.remove(id, registration);
        // Last: if heap runs short above, its client finds it as it was, and it is removed again.
        registration.client().registrations().remove(id);
        registration.enter(Registration.Phase.REMOVED);
    }

    @Nullable
    SubscriptionEntry subscription(long registrationId) {
        return subscriptions.get(registrationId);
    }

    Collection<SubscriptionEntry> subscriptionsOf(String stream) {
        Stream found = streams.get(stream);
        return found == null ? List.of() : found.subscriptions.values();
    }

    /** {@return the subscription that has a name; null if there is none, or if the name is empty} */
    @Nullable
    public SubscriptionEntry findHolder(Vacancy.Key key) {
        for (SubscriptionEntry subscription : subscriptionsOf(key.stream())) {
            if (!key.name().isEmpty() && subscription.command().key().equals(key)) {
                return subscription;
            }
        }
        return null;
    }

    boolean hasLastingNames() {
        return subscriptions.values().stream().anyMatch(SubscriptionEntry::isLasting);
    }

    private Stream stream(String name) {
        return streams.computeIfAbsent(name, unused -> new Stream());
    }

    private void forgetIfEmpty(String name) {
        streams.computeIfPresent(
                name, (unused, stream) -> stream.logs.isEmpty() && stream.subscriptions.isEmpty() ? null : stream);
    }
}
