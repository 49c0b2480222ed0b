/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.DriverDirectory;
import io.tailrace.log.LogCreation;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogMeta;
import io.tailrace.memory.FileAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Makes and deletes the files of logs, a bounded step a cycle, so that a driver with one thread or none goes on with its other
 * work meanwhile. Conductor only.
 */
final class LogFactory {
    private static final int STEP_BYTES = 1024 * 1024;

    /** What becomes of a log that was asked for. */
    interface Result {
        void onCreated(LogFiles files);

        void onFailed(IOException cause);
    }

    private record Pending(LogCreation creation, Result result) {}

    private final DriverDirectory directory;
    private final FileAccess access;
    private final Consumer<Throwable> errorHandler;
    private final Deque<Pending> creations = new ArrayDeque<>();
    private final Deque<Path> deletions = new ArrayDeque<>();

    LogFactory(DriverDirectory directory, FileAccess access, Consumer<Throwable> errorHandler) {
        this.directory = directory;
        this.access = access;
        this.errorHandler = errorHandler;
    }

    /** Begins to make a log. The result is told by a later {@link #doWork}. */
    void create(LogMeta.Constants constants, Result result) {
        try {
            creations.add(new Pending(new LogCreation(directory.log(constants.logId()), constants, access), result));
        } catch (IOException e) {
            result.onFailed(e);
        }
    }

    void delete(long logId) {
        delete(directory.log(logId));
    }

    /** Deletes a directory with its files, by and by. */
    void delete(Path log) {
        deletions.add(log);
    }

    /** One step. Returns 0 if there was nothing to do. */
    int doWork() {
        if (!deletions.isEmpty()) {
            deleteFile(deletions.peek());
            return 1;
        }
        Pending pending = creations.peek();
        if (pending == null) {
            return 0;
        }
        try {
            if (pending.creation.step(STEP_BYTES)) {
                creations.remove();
                pending.result.onCreated(LogFiles.open(pending.creation.directory(), LogFiles.Access.EVERYTHING));
            }
        } catch (IOException e) {
            creations.remove(pending);
            takeBack(pending.creation);
            pending.result.onFailed(e);
        }
        return 1;
    }

    private void takeBack(LogCreation creation) {
        try {
            creation.close();
        } catch (IOException e) {
            errorHandler.accept(e);
        }
    }

    /** Deletes one file of a log, and its directory when none is left. */
    private void deleteFile(Path log) {
        try {
            List<Path> files = list(log);
            if (files.isEmpty()) {
                deletions.remove();
                FaultPoint.reach("removal.emptied");
                Files.deleteIfExists(log);
            } else {
                Files.deleteIfExists(files.get(0));
                FaultPoint.reach("removal.file-deleted");
            }
        } catch (IOException e) {
            deletions.remove(log);
            errorHandler.accept(e);
        }
    }

    /** {@return the directories of all logs, also of those that a driver was making when it died} */
    List<Path> listLogs() throws IOException {
        return list(directory.logs());
    }

    /** In the order of names, so that a log's meta file goes first: what has none is no log any more. */
    private static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
