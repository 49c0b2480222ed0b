/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command.AddSubscription;
import io.tailrace.inspect.Host.ProcessView;
import io.tailrace.inspect.LogSnapshot.Publisher;
import io.tailrace.inspect.LogSnapshot.Slot;
import io.tailrace.liveness.OwnerState;
import io.tailrace.liveness.OwnerState.LifeProof;
import io.tailrace.report.ReportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A client, or the driver itself, at one moment: a process that has files in the directory.
 *
 * @param id the client's id; {@link #DRIVER} for the driver
 * @param user the owner of its files; empty if unknown
 * @param since when it started; null if unknown
 * @param process null if it cannot be seen, or has exited
 * @param hasErrors whether it has noted an error
 * @param holdings its publications and subscriptions in the logs
 */
public record ClientView(
        long id,
        OwnerState owner,
        String user,
        @Nullable Instant since,
        @Nullable ProcessView process,
        boolean hasErrors,
        Holdings holdings) {
    /** The driver's value in place of an id. */
    public static final long DRIVER = 0;

    /** A client as it was found. */
    static ClientView of(long id, Path path, OwnerState owner, Holdings holdings, Host host) {
        boolean hasErrors = Files.isRegularFile(ReportFile.ERRORS.path(path), LinkOption.NOFOLLOW_LINKS);
        return new ClientView(id, owner, user(host, path), arrival(path), process(host, owner), hasErrors, holdings);
    }

    /** The driver as it was found. */
    static ClientView ofDriver(Path path, OwnerState owner, @Nullable Instant since, boolean hasErrors, Host host) {
        return new ClientView(DRIVER, owner, user(host, path), since, process(host, owner), hasErrors, Holdings.NONE);
    }

    public boolean isDriver() {
        return id == DRIVER;
    }

    /** {@return a name in two words for a client, or in one for the driver} */
    public String name() {
        return isDriver() ? "driver" : "client " + id;
    }

    /** {@return its name as it gives it, else the program that it runs; empty if neither is known} */
    public String program() {
        if (!owner.name().isEmpty()) {
            return owner.name();
        }
        return process == null ? "" : process.program();
    }

    /** {@return whether it lives, in one word} */
    public String life(long nowNs) {
        return switch (owner.proof().holder()) {
            case ALIVE -> owner.isSuspect(nowNs) ? "suspect" : "lives";
            case DEAD -> "dead";
            case UNKNOWN -> "unknown";
        };
    }

    /** {@return why it is considered suspect or dead, and what keeps it from running; empty if all is well} */
    public String reason(long nowNs) {
        StringJoiner reason = new StringJoiner(", ");
        if (owner.isSuspect(nowNs)) {
            reason.add(String.format(
                    Locale.ROOT, "silent for %.1f s", (nowNs - owner.heartbeat().ns()) / 1e9));
        }
        if (owner.proof() != LifeProof.HOLDS_LOCK) {
            reason.add(owner.proof().reason());
        }
        String trouble = process == null ? null : process.trouble();
        if (trouble != null) {
            reason.add(trouble);
        }
        return reason.toString();
    }

    private static String user(Host host, Path path) {
        try {
            return host.owner(path);
        } catch (IOException e) {
            return ""; // The client has exited meanwhile.
        }
    }

    private static @Nullable ProcessView process(Host host, OwnerState owner) {
        if (owner.visible()) {
            return host.process(owner.pid());
        }
        return owner.lives() && owner.pidNamespace() != 0 ? host.process(owner.pidNamespace(), owner.pid()) : null;
    }

    /** No process writes to the lock file, so its modification time is the time of its creation. */
    private static @Nullable Instant arrival(Path client) {
        try {
            return Files.getLastModifiedTime(ClientFiles.lockFile(client), LinkOption.NOFOLLOW_LINKS)
                    .toInstant()
                    .truncatedTo(ChronoUnit.SECONDS);
        } catch (IOException e) {
            return null;
        }
    }

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
}
