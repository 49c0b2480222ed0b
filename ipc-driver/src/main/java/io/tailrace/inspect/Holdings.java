/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.inspect.LogSnapshot.Publisher;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a client has.
 *
 * @param subscriptions each counts once, in however many logs it stands, if in any
 * @param logs in which it publishes or reads
 * @param bytes of the files of these
 */
public record Holdings(int publications, int subscriptions, int logs, long bytes) {
    static final Holdings NONE = new Holdings(0, 0, 0, 0);

    /** Sums up for one client. */
    private static final class Sum {
        private final Set<Long> publications = new HashSet<>();
        private final Set<Long> subscriptions = new HashSet<>();
        private final Map<Long, Long> bytesOfLogs = new HashMap<>();

        Holdings total() {
            return new Holdings(
                    publications.size(),
                    subscriptions.size(),
                    bytesOfLogs.size(),
                    bytesOfLogs.values().stream().mapToLong(Long::longValue).sum());
        }
    }

    /** {@return what each client has, in a log or noted for when there is one} */
    static Map<Long, Holdings> of(List<ClientReader.Found> clients, List<LogView> logs) {
        Map<Long, Sum> sums = new HashMap<>();
        for (ClientReader.Found client : clients) {
            Sum sum = sums.computeIfAbsent(client.id(), id -> new Sum());
            client.subscriptions().forEach(noted -> sum.subscriptions.add(noted.registrationId()));
        }
        for (LogView log : logs) {
            for (Publisher publisher : log.at().publishers()) {
                Sum sum = sums.computeIfAbsent(publisher.clientId(), id -> new Sum());
                sum.publications.add(publisher.registrationId());
                sum.bytesOfLogs.put(log.id(), log.bytes());
            }
            for (Subscriber subscriber : log.at().subscribers()) {
                Sum sum = sums.computeIfAbsent(subscriber.clientId(), id -> new Sum());
                sum.subscriptions.add(subscriber.registrationId());
                sum.bytesOfLogs.put(log.id(), log.bytes());
            }
        }
        Map<Long, Holdings> holdings = new HashMap<>();
        sums.forEach((client, sum) -> holdings.put(client, sum.total()));
        return holdings;
    }
}
