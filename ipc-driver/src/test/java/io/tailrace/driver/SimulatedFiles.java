/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.DriverDirectory;
import io.tailrace.driver.SimulatedClient.OpenSubscription;
import io.tailrace.driver.SimulatedLog.Message;
import io.tailrace.file.MappedFile;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The contents of the files of a simulation, whichever processes live, and what holds between any two operations. */
final class SimulatedFiles implements AutoCloseable {
    private final DriverDirectory directory;
    private final Map<Long, SimulatedLog> messages;
    /** By log, also of logs that are gone. */
    private final Map<Long, MappedFile> metas = new HashMap<>();
    /** The ends of logs that must not have been removed yet. */
    private final Map<Long, LogEnd> retained = new HashMap<>();
    /** The positions up to which ended logs were cleaned. */
    private final Map<Long, Long> cleaned = new HashMap<>();

    SimulatedFiles(Path directory, Map<Long, SimulatedLog> messages) {
        this.directory = new DriverDirectory(directory);
        this.messages = messages;
    }

    private boolean isThere(long logId) {
        return Files.exists(metaPath(logId));
    }

    private Path metaPath(long logId) {
        return LogFiles.metaPath(directory.log(logId));
    }

    /** {@return the position up to which a log was cleaned, or is about to be} */
    long cleaningTarget(long logId) {
        return read(logId, LogMeta::cleaningTargetAcquire);
    }

    LogEnd end(long logId) {
        return read(logId, LogEnd::read);
    }

    /** {@return whether a log has a slot that is kept for a name} */
    boolean hasVacantSlot(long logId) {
        return read(logId, meta -> {
            for (int slot = 0; slot < LogLayout.MAX_SUBSCRIBERS; slot++) {
                if (meta.subscribers().acquire(slot) != 0 && meta.vacantUntilNs(slot) != 0) {
                    return true;
                }
            }
            return false;
        });
    }

    /** Sets a subscriber's slot back to the position that it had stored before it read on and died. */
    void untell(long logId, long registrationId, long position) {
        read(logId, meta -> {
            for (int slot = 0; slot < LogLayout.MAX_SUBSCRIBERS; slot++) {
                if (meta.subscribers().acquire(slot) == registrationId) {
                    meta.subscriberPositionRelease(slot, position);
                }
            }
            return logId;
        });
    }

    private <T> T read(long logId, Function<LogMeta, T> question) {
        MappedFile file = metas.computeIfAbsent(logId, id -> {
            try {
                return MappedFile.openReadWrite(metaPath(id));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return question.apply(new LogMeta(file.buffer()));
    }

    /** {@return the existing logs} */
    List<Long> logs() {
        try (Stream<Path> paths = Files.list(directory.logs())) {
            return paths.map(path -> DriverDirectory.parseId(path.getFileName().toString()))
                    .filter(logId -> logId >= 0 && isThere(logId))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isEmpty(String folder) {
        String[] names = directory.path().resolve(folder).toFile().list();
        return names == null || names.length == 0;
    }

    /** Checks the invariants. */
    void check(List<SimulatedClient> clients, Iterable<SimulatedName> names, long nowNs) {
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
            Message next = messages.get(logId).behind(position);
            assertTrue(next == null || isThere(logId), () -> "log " + logId + " is gone before " + reader);
            assertTrue(
                    next == null || !gates || cleaningTarget(logId) <= next.position(),
                    () -> next + " of log " + logId + " is cleaned before " + reader);
        });
        for (long logId : awaited) {
            boolean isRead = positions.containsKey(logId) || messages.get(logId).behind(-1) == null;
            assertTrue(isRead || isThere(logId), () -> "log " + logId + " is gone before its turn: " + reader);
        }
    }

    /** A retained log is not cleaned. */
    private void requireUncleaned(long logId, LogEnd end) {
        if (end.endedNs() > 0) {
            long target = cleaningTarget(logId);
            long before = cleaned.getOrDefault(logId, target);
            assertEquals(before, target, () -> "log " + logId + " has ended, and is cleaned: " + end);
            cleaned.put(logId, target);
        }
    }

    /** An ended log stays for its time, unless there are too many: then the log that ended first is deleted. */
    private void requireRetained(long nowNs) {
        Map<Long, LogEnd> now = new HashMap<>();
        for (long logId : logs()) {
            LogEnd end = end(logId);
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

    @Override
    public void close() {
        metas.values().forEach(MappedFile::close);
    }
}
