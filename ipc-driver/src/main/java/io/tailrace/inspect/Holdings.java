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
 * What a client has.
 *
 * @param subscriptions each counts once, in however many logs it stands, if in any
 * @param logs in which it publishes or reads
 * @param bytes of the files of these
 */
public record Holdings(int publications, int subscriptions, int logs, long bytes) {
    static final Holdings NONE = new Holdings(0, 0, 0, 0);

    /** Sums up for one client. */
    static final class Sum {
        private final Set<Long> publications = new HashSet<>();
        private final Set<Long> subscriptions = new HashSet<>();
        private final Map<Long, Long> bytesOfLogs = new HashMap<>();

        /** Adds subscriptions that it has, in a log or not. */
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

    /** {@return sums of what clients have in logs, by their ids} */
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
