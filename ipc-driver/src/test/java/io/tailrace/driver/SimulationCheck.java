/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.driver.SimulatedClient.OpenSubscription;
import io.tailrace.driver.SimulatedLog.Message;
import io.tailrace.log.LogEnd;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The invariants of the files of a simulation between any two of its operations. */
final class SimulationCheck {
    private final SimulatedFiles files;
    private final Map<Long, SimulatedLog> logs;
    /** The ends of logs that must not have been removed yet. */
    private final Map<Long, LogEnd> retained = new HashMap<>();

    /** The positions up to which ended logs were cleaned. */
    private final Map<Long, Long> cleaned = new HashMap<>();

    SimulationCheck(SimulatedFiles files, Map<Long, SimulatedLog> logs) {
        this.files = files;
        this.logs = logs;
    }

    void run(List<SimulatedClient> clients, Iterable<SimulatedName> names, long nowNs) {
        for (SimulatedClient client : clients) {
            for (OpenSubscription open : client.subscriptions()) {
                requireThere(open.positions(), open.awaited(), open.gates(), open);
            }
        }
        for (SimulatedName name : names) {
            if (name.isOwed(nowNs)) {
                requireThere(name.owed(), name.awaited(), name.gates(), name);
            }
        }
        requireRetained(nowNs);
    }

    /** Messages that a subscription has yet to read are in the files, and not about to be cleaned. */
    private void requireThere(Map<Long, Long> positions, Set<Long> awaited, boolean gates, Object reader) {
        positions.forEach((logId, position) -> {
            Message next = logs.get(logId).behind(position);
            assertTrue(next == null || files.isThere(logId), () -> "log " + logId + " is gone before " + reader);
            assertTrue(
                    next == null || !gates || files.cleaningTarget(logId) <= next.position(),
                    () -> next + " of log " + logId + " is cleaned before " + reader);
        });
        for (long logId : awaited) {
            boolean isRead = positions.containsKey(logId) || logs.get(logId).behind(-1) == null;
            assertTrue(isRead || files.isThere(logId), () -> "log " + logId + " is gone before its turn: " + reader);
        }
    }

    /** A retained log is not cleaned. */
    private void requireUncleaned(long logId, LogEnd end) {
        if (end.endedNs() > 0) {
            long target = files.cleaningTarget(logId);
            long before = cleaned.getOrDefault(logId, target);
            assertEquals(before, target, () -> "log " + logId + " has ended, and is cleaned: " + end);
            cleaned.put(logId, target);
        }
    }

    /** An ended log stays for its time, unless there are too many: then the log that ended first is deleted. */
    private void requireRetained(long nowNs) {
        Map<Long, LogEnd> now = new HashMap<>();
        for (long logId : files.logs()) {
            LogEnd end = files.end(logId);
            requireUncleaned(logId, end);
            if (end.isRetained() && end.remainingNs(nowNs) > 0) {
                now.put(logId, end);
            }
        }
        retained.forEach((logId, end) -> {
            LogEnd same = now.getOrDefault(logId, end);
            assertEquals(end, same, () -> "the time of log " + logId + " begins again");
            long later = now.values().stream()
                    .filter(other -> other.endedNs() >= end.endedNs())
                    .count();
            assertTrue(
                    now.containsKey(logId) || end.remainingNs(nowNs) == 0 || later >= SimulatedDriver.MAX_RETAINED,
                    () -> "log " + logId + " went too early: now=" + nowNs + ", end=" + end + ", there=" + now);
        });
        retained.clear();
        retained.putAll(now);
    }
}
