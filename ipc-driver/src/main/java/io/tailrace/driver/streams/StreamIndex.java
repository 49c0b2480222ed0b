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

        boolean isEmpty() {
            return logs.isEmpty() && subscriptions.isEmpty();
        }
    }

    private final LogIds logIds;
    private final Map<Long, LogEntry> logs = new HashMap<>();
    private final Map<Long, PublicationEntry> publications = new HashMap<>();
    private final Map<Long, SubscriptionEntry> subscriptions = new HashMap<>();
    private final Map<String, Stream> streams = new HashMap<>();

    public StreamIndex(LogIds logIds) {
        this.logIds = logIds;
    }

    long nextLogId() {
        return logIds.next();
    }

    /**
     * {@return why nothing of this id may be added to a stream, null if it may} Slots are found by that id, so no two
     * registrations may share it.
     */
    @Nullable
    String findProblem(long registrationId, String stream) {
        try {
            LogLayout.checkStream(stream);
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
        boolean isTaken = subscriptions.containsKey(registrationId) || publications.containsKey(registrationId);
        return registrationId <= 0 || isTaken
                ? "registration id used twice, or none: registrationId=" + registrationId
                : null;
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
        return publications.size();
    }

    public int subscriptionCount() {
        return subscriptions.size();
    }

    public void add(LogEntry log) {
        logs.put(log.id(), log);
        stream(log.stream()).logs.put(log.id(), log);
    }

    public void remove(LogEntry log) {
        Stream stream = stream(log.stream());
        stream.logs.remove(log.id());
        forgetIfEmpty(log.stream(), stream);
        logs.remove(log.id());
    }

    @Nullable
    public LogEntry log(long logId) {
        return logs.get(logId);
    }

    /** {@return the log that a stream's next shared publication belongs to, or null if it takes a new one} */
    @Nullable
    LogEntry findConcurrentLog(String stream) {
        for (LogEntry log : logsOf(stream)) {
            if (log.kind() == LogLayout.KIND_CONCURRENT && log.isLiving()) {
                return log;
            }
        }
        return null;
    }

    /** {@return the mirror of a log that has not ended, or null} */
    @Nullable
    LogEntry findMirror(String stream, LogMirror wanted) {
        for (LogEntry log : logsOf(stream)) {
            LogMirror mirror = log.constants().mirror();
            if (mirror != null && mirror.hasOriginOf(wanted) && log.isLiving() && log.sourceGoesOn()) {
                return log;
            }
        }
        return null;
    }

    public Collection<LogEntry> logsOf(String stream) {
        Stream found = streams.get(stream);
        return found == null ? List.of() : found.logs.values();
    }

    public void add(PublicationEntry publication) {
        publication.client().publications().put(publication.registrationId(), publication);
        publications.put(publication.registrationId(), publication);
        if (!publication.log().publications().contains(publication)) {
            publication.log().publications().add(publication);
        }
    }

    public void remove(PublicationEntry publication) {
        publication.log().publications().remove(publication);
        publications.remove(publication.registrationId(), publication);
        publication.client().publications().remove(publication.registrationId());
    }

    public void add(SubscriptionEntry subscription) {
        subscription.client().subscriptions().put(subscription.registrationId(), subscription);
        subscriptions.put(subscription.registrationId(), subscription);
        stream(subscription.stream()).subscriptions.put(subscription.registrationId(), subscription);
    }

    public void remove(SubscriptionEntry subscription) {
        subscriptions.remove(subscription.registrationId());
        Stream stream = stream(subscription.stream());
        stream.subscriptions.remove(subscription.registrationId());
        forgetIfEmpty(subscription.stream(), stream);
        subscription.client().subscriptions().remove(subscription.registrationId());
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

    private void forgetIfEmpty(String name, Stream stream) {
        if (stream.isEmpty()) {
            streams.remove(name);
        }
    }
}
