/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.DriverDirectory;
import io.tailrace.internal.FaultPoint;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Deletes the files of logs, one file each cycle. Conductor only. */
public final class LogRemoval {
    private final DriverDirectory directory;
    private final SpaceReclaim space;
    private final Consumer<Throwable> errorHandler;
    /** Not an ArrayDeque: if an ArrayDeque finds no heap to grow, it is corrupt, and seems empty from then on. */
    private final Deque<Path> deletions = new ConcurrentLinkedDeque<>();

    public LogRemoval(DriverDirectory directory, SpaceReclaim space, Consumer<Throwable> errorHandler) {
        this.directory = directory;
        this.space = space;
        this.errorHandler = errorHandler;
    }

    /** Removes a log that is no longer used. Its space is free once no process has it mapped. */
    public void remove(LogMeta.Constants constants) {
        FaultPoint.reach("removal.begun");
        remove(directory.log(constants.logId()));
        space.onRemoved(LogLayout.filesLength(constants.termLength()));
    }

    public void remove(Path log) {
        deletions.add(log);
    }

    /**
     * Deletes one file of a log, or its directory when none is left. Returns 0 if there was nothing to do, or if it
     * failed and a later cycle tries again.
     */
    int doWork() {
        Path log = deletions.peek();
        if (log == null) {
            return 0;
        }
        try {
            List<Path> files = list(log);
            if (files.isEmpty()) {
                FaultPoint.reach("removal.emptied");
                Files.deleteIfExists(log);
                deletions.remove();
            } else {
                Files.deleteIfExists(files.get(0));
                FaultPoint.reach("removal.file-deleted");
            }
            return 1;
        } catch (IOException | UncheckedIOException e) {
            errorHandler.accept(e);
            deletions.addLast(log); // The reason may pass, such as a want of descriptors: it is tried again later.
            deletions.removeFirst();
            return 0;
        }
    }

    /** {@return the directories of all logs, complete or half made} */
    public List<Path> listLogs() throws IOException {
        return list(directory.logs());
    }

    /** {@return the files in the order of names} The meta file is first: a directory without one is no log any more. */
    public static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) { // A link may lead to another user's files.
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
