/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.VacancyFiles;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.file.TemporaryName;
import io.tailrace.internal.PendingFault;
import io.tailrace.liveness.FileOwner;
import io.tailrace.liveness.KernelLock.Holder;
import io.tailrace.log.LogCreation;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.doctor.Survey.Leftover.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Searches a driver's directory for files that no process holds; changes nothing. Kernel locks decide who lives. In
 * doubt, a file counts as held: a living driver removes nearly everything by itself, and a log that cannot be read may
 * belong to a living client. The hold of a dead client on a log that stays is cleared by the next driver, which needs
 * that client's lock file as the proof of death.
 */
final class Survey {
    private final DriverDirectory directory;
    private final boolean driverLives;
    private final long nowNs;
    private final SortedMap<Long, FileOwner> living = new TreeMap<>();
    private final SortedMap<Long, Path> dead = new TreeMap<>();
    private boolean clientIsComing;
    private final List<Leftover> leftovers = new ArrayList<>();
    private final List<Leftover> retained = new ArrayList<>();

    private Survey(DriverDirectory directory, boolean driverLives, long nowNs) {
        this.directory = directory;
        this.driverLives = driverLives;
        this.nowNs = nowNs;
    }

    /**
     * Surveys everything: first the clients, because the living ones decide which logs stay.
     *
     * @param nowNs the time by {@link System#nanoTime}
     */
    static Survey of(DriverDirectory directory, boolean driverLives, long nowNs) throws IOException {
        Survey survey = new Survey(directory, driverLives, nowNs);
        for (Path path : directories(directory.clients())) {
            survey.lookAtClient(path);
        }
        if (!driverLives) {
            for (Path path : directories(directory.logs())) {
                survey.lookAtLog(path);
            }
            for (Path path : survey.dead.values()) {
                survey.addDead(path);
            }
            if (survey.nobodyLives()) {
                survey.lookAtFiles();
            }
        }
        PendingFault.raise(); // Before the result is used: a file truncated in the meantime reads as zeros.
        return survey;
    }

    /** {@return the files that no process holds, and that no driver would keep} */
    List<Leftover> leftovers() {
        return leftovers;
    }

    /** {@return the logs that have ended and whose time of retention runs: no crash left them} */
    List<Leftover> retained() {
        return retained;
    }

    boolean driverLives() {
        return driverLives;
    }

    /** {@return the living clients, each with its process} */
    SortedMap<Long, FileOwner> livingClients() {
        return Collections.unmodifiableSortedMap(living);
    }

    boolean nobodyLives() {
        return !driverLives && living.isEmpty() && !clientIsComing;
    }

    private void addDead(Path path) throws IOException {
        FileOwner process = ClientFiles.processOf(path);
        add(Kind.CLIENT, path, "its process is dead" + (process.pid() != 0 ? ", pid=" + process.pid() : ""));
    }

    private void lookAtClient(Path path) throws IOException {
        String name = path.getFileName().toString();
        boolean making = TemporaryName.isTemporary(name);
        long id = DriverDirectory.parseId(TemporaryName.complete(name));
        if (id < 0) {
            return; // Not ours.
        }
        Holder holder = ClientFiles.probe(path);
        if (holder == Holder.ALIVE) {
            clientIsComing |= making;
            if (!making) {
                living.put(id, ClientFiles.processOf(path));
            }
        } else if (making) {
            // Without its lock, it may be a client that is connecting to a living driver right now.
            if (holder == Holder.DEAD || !driverLives) {
                add(Kind.CLIENT, path, "incomplete: its process died while connecting");
            }
        } else if (!driverLives) {
            dead.put(id, path);
        } else if (isRefused(path)) {
            add(Kind.CLIENT, path, "no process holds its lock, and the driver does not know it");
        }
    }

    /** A driver that meets an invalid ring reports it and never reads that directory again. */
    private static boolean isRefused(Path client) {
        try {
            ClientFiles.check(client);
            return false;
        } catch (FileFormatException e) {
            return true;
        } catch (IOException e) {
            return false; // It has gone in the meantime, or the driver is about to remove it.
        }
    }

    /** Called only where no driver lives. */
    private void lookAtLog(Path path) throws IOException {
        String name = path.getFileName().toString();
        if (DriverDirectory.parseId(TemporaryName.complete(name)) < 0) {
            return; // Not ours.
        }
        if (TemporaryName.isTemporary(name)) {
            add(Kind.LOG, path, "incomplete: its driver died");
        } else {
            lookAtCompleteLog(path);
        }
    }

    private void lookAtCompleteLog(Path path) throws IOException {
        Path metaPath = LogFiles.metaPath(path);
        long retainedForNs = retainedForNs(metaPath);
        if (retainedForNs > 0 && isHeldByNobody(path)) {
            String reason = "it has ended, and the next driver keeps it for " + Quantity.shortDuration(retainedForNs);
            retained.add(new Leftover(Kind.LOG, path, length(path), reason));
        } else if (nobodyLives()) {
            add(Kind.LOG, path, "no driver or client is alive");
        } else if (!Files.exists(metaPath, LinkOption.NOFOLLOW_LINKS)) {
            add(Kind.LOG, path, "partly deleted: its driver died");
        } else if (isHeldByNobody(path)) {
            add(Kind.LOG, path, "no living client publishes or reads it");
        }
    }

    private long retainedForNs(Path metaPath) {
        try (MappedFile meta = LogLayout.FORMAT.openReadOnly(metaPath)) {
            LogEnd end = LogEnd.read(new LogMeta(meta.buffer()));
            return end.isRetained() ? end.remainingNs(nowNs) : 0;
        } catch (IOException e) {
            return 0; // No driver could keep it.
        }
    }

    /** Keeps the dead clients that a held log names. */
    private boolean isHeldByNobody(Path log) {
        try {
            Set<Long> holders = LogFiles.readMeta(log, LogFiles::holders);
            boolean waits = LogFiles.readMeta(log, meta -> LogFiles.isMirrorThatGoesOn(meta, nowNs));
            if (!waits && Collections.disjoint(holders, living.keySet())) {
                return true;
            }
            dead.keySet().removeAll(holders);
            return false;
        } catch (IOException e) {
            return false; // Its holders are unknown; it goes when no client lives.
        }
    }

    /**
     * Called only where nobody lives: living clients find the next driver through these files. The names are kept for
     * positions in logs, and the positions go with the logs.
     */
    private void lookAtFiles() throws IOException {
        String reason = "no driver or client is alive";
        List<Path> files = new ArrayList<>(List.of(
                directory.controlFile(),
                directory.previousControlFile(),
                directory.infoFile(),
                directory.events(),
                directory.eventsBefore()));
        files.addAll(directory.sockets());
        for (Path path : files) {
            boolean isDirectory = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !isDirectory && !Files.isSymbolicLink(path)) {
                leftovers.add(new Leftover(Kind.FILE, path, Files.size(path), reason));
            }
        }
        if (Files.isDirectory(directory.names(), LinkOption.NOFOLLOW_LINKS)) {
            add(Kind.NAMES, directory.names(), reason);
        }
    }

    private void add(Kind kind, Path path, String reason) throws IOException {
        leftovers.add(new Leftover(kind, path, length(path), reason));
    }

    private static long length(Path folder) throws IOException {
        long length = 0;
        try {
            for (Path file : entries(folder)) {
                length += Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
            }
        } catch (NoSuchFileException e) {
            return 0; // Another process is removing it right now.
        }
        return length;
    }

    /**
     * The directories in a folder, sorted by name. Symbolic links are left out: they lead elsewhere, to files that are
     * not ours.
     */
    private static List<Path> directories(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        return entries(folder).stream()
                .filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
                .sorted()
                .toList();
    }

    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Files that no process holds.
     *
     * @param bytes the length of all its files
     * @param reason why no process needs it
     */
    record Leftover(Kind kind, Path path, long bytes, String reason) {
        /** The kind of leftover, which decides which files may be in it: no other files are ever deleted. */
        enum Kind {
            CLIENT,
            LOG,
            NAMES,
            FILE
        }

        void delete() throws IOException {
            switch (kind) {
                case CLIENT -> ClientFiles.delete(path);
                case LOG -> LogCreation.delete(path);
                case NAMES -> VacancyFiles.deleteAll(path);
                case FILE -> Files.deleteIfExists(path);
            }
        }
    }
}
