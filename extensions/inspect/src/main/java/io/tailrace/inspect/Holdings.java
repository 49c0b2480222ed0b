/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.Command.AddSubscription;
import io.tailrace.inspect.LogSnapshot.Publisher;
import io.tailrace.inspect.LogSnapshot.Slot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The publications, subscriptions and logs of a client.
 *
 * @param subscriptions each counts once, however many logs it reads, or none
 * @param logs the logs in which it publishes or reads
 * @param bytes the size of the files of these logs
 */
public record Holdings(int publications, int subscriptions, int logs, long bytes) {
    static final Holdings NONE = new Holdings(0, 0, 0, 0);

    /** Adds up the holdings of one client. */
    static final class Sum {
        private final Set<Long> publications = new HashSet<>();
        private final Set<Long> subscriptions = new HashSet<>();
        private final Map<Long, Long> bytesOfLogs = new HashMap<>();

        /** Adds its subscriptions, whether or not they read a log. */
        Sum add(List<AddSubscription> noted) {
            noted.forEach(each -> subscriptions.add(each.registrationId()));
            return this;
        }

        private void add(LogView log, Slot slot) {
            (slot instanceof Publisher ? publications : subscriptions).add(slot.registrationId());
            bytesOfLogs.put(log.id(), log.bytes());
        }

        Holdings total() {
            long bytes =
                    bytesOfLogs.values().stream().mapToLong(Long::longValue).sum();
            return new Holdings(publications.size(), subscriptions.size(), bytesOfLogs.size(), bytes);
        }
    }

    /** {@return sums of the clients' holdings in logs, by client id} */
    static Map<Long, Sum> of(List<LogView> logs) {
        Map<Long, Sum> sums = new HashMap<>();
        for (LogView log : logs) {
            Stream.<Slot>concat(log.at().publishers().stream(), log.at().subscribers().stream())
                    .forEach(slot -> sums.computeIfAbsent(slot.clientId(), id -> new Sum())
                            .add(log, slot));
        }
        return sums;
    }
}
