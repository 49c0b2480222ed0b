/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.KernelLock;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.TemporaryName;
import io.tailrace.log.LogCreation;
import io.tailrace.log.LogFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes room for a driver that finds no space to start: deletes the files that only proven dead clients hold, as
 * adoption would do later. Logs go first, but not one that keeps the place of a name. The files of a client stay as
 * long as a log names it, because its lock file proves the death by which its slots are freed. So the next driver can
 * go on even where this one dies in the middle.
 */
final class DeadFiles {
    private final DriverDirectory directory;
    private final Set<Long> named = new HashSet<>();

    private DeadFiles(DriverDirectory directory) {
        this.directory = directory;
    }

    /** Deletes the files of the dead. For a driver that has the lock of the directory and does not work yet. */
    static void delete(DriverDirectory directory) throws IOException {
        DeadFiles files = new DeadFiles(directory);
        for (Path log : list(directory.logs())) {
            if (isOurs(log) && files.isOfTheDead(log)) {
                LogCreation.delete(log);
            }
        }
        for (Path client : list(directory.clients())) {
            if (isOurs(client)
                    && !files.named.contains(
                            DriverDirectory.parseId(client.getFileName().toString()))
                    && ClientFiles.probe(client) == KernelLock.Holder.DEAD) {
                ClientFiles.delete(client);
            }
        }
    }

    private static boolean isOurs(Path path) {
        return DriverDirectory.parseId(TemporaryName.complete(path.getFileName().toString())) >= 0;
    }

    private boolean isOfTheDead(Path log) throws IOException {
        if (!Files.exists(LogFiles.metaPath(log))
                || TemporaryName.isTemporary(log.getFileName().toString())) {
            return true; // A driver died while it made or deleted the log.
        }
        Set<Long> holders;
        boolean isDead;
        try {
            holders = LogFiles.readHolders(log);
            isDead = !LogFiles.keepsNames(log, System.nanoTime());
        } catch (FileFormatException e) {
            return false; // The adoption deletes a log that cannot be read, and reports it.
        }
        for (long client : holders) {
            isDead &= ClientFiles.probe(directory.client(client)) == KernelLock.Holder.DEAD;
        }
        if (!isDead) {
            named.addAll(holders);
        }
        return isDead;
    }

    /** {@return the directories in a folder} Links are left out, because they may lead to files of others. */
    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
    }
}
