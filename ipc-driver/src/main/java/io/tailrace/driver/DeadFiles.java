/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.KernelLock;
import io.tailrace.log.LogCreation;
import io.tailrace.log.LogFiles;
import io.tailrace.memory.FileFormatException;
import io.tailrace.memory.TemporaryName;
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
 * adoption would do later. It deletes logs first, and keeps a client that a log still names, because its lock file
 * proves the death by which its slots are freed. So a driver that dies in the middle leaves its successor nothing that
 * it cannot go on with.
 */
final class DeadFiles {
    private final DriverDirectory directory;
    private final Set<Long> named = new HashSet<>();

    private DeadFiles(DriverDirectory directory) {
        this.directory = directory;
    }

    /** Deletes them. For a driver that has the lock of the directory and does not work yet. */
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
            return true; // Its driver died while it made or deleted it.
        }
        Set<Long> holders;
        try {
            holders = LogFiles.readHolders(log);
        } catch (FileFormatException e) {
            return false; // It goes when it is to be adopted.
        }
        for (long client : holders) {
            if (ClientFiles.probe(directory.client(client)) != KernelLock.Holder.DEAD) {
                named.addAll(holders);
                return false;
            }
        }
        return true;
    }

    /** {@return the directories in a folder} Without links, which may lead to files of others. */
    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
    }
}
