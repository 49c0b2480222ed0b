/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.DriverDirectory;
import io.tailrace.log.LogCreation;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.memory.Exhaustion;
import io.tailrace.memory.FaultPoint;
import io.tailrace.memory.FileAccess;
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
import org.jspecify.annotations.Nullable;

/**
 * Makes and deletes the files of logs. Each cycle does one bounded step, so that a driver with one thread or none can
 * do its other work in between. Conductor only.
 */
final class LogFactory {
    private static final int STEP_BYTES = 1024 * 1024;

    /** Told what becomes of a log that was asked for. Told again where heap or stack ran short the last time. */
    interface Result {
        void onCreated(LogEntry log, LogFiles files);

        void onCreationFailed(LogEntry log, Throwable cause);
    }

    /** A log that was asked for, and is being made. */
    private final class Pending {
        private final LogEntry log;
        private final Result result;
        private final long askedNs;
        private @Nullable LogCreation creation;
        private @Nullable LogFiles files;

        Pending(LogEntry log, Result result, long askedNs) {
            this.log = log;
            this.result = result;
            this.askedNs = askedNs;
        }

        Path directory() {
            return directory.log(log.id());
        }

        /** A step that fails may be tried again. Returns the log once it is complete, else null. */
        @Nullable
        LogFiles step() throws IOException {
            if (creation == null) {
                creation = new LogCreation(directory(), log.constants(), access);
            }
            if (files == null && creation.step(STEP_BYTES)) {
                files = LogFiles.open(directory(), LogFiles.Access.EVERYTHING);
            }
            return files;
        }

        void takeBack() {
            try {
                if (creation != null) {
                    creation.close();
                    delete(directory()); // A complete log, too: it could not be opened.
                }
            } catch (IOException e) {
                errorHandler.accept(e);
            }
        }
    }

    private final DriverDirectory directory;
    private final FileAccess access;
    private final SpaceReclaim space;
    private final Consumer<Throwable> errorHandler;
    /** Not ArrayDeques: where one finds no heap to grow, it takes itself for empty from then on. */
    private final Deque<Pending> creations = new ConcurrentLinkedDeque<>();

    private final Deque<Path> deletions = new ConcurrentLinkedDeque<>();

    private long cycleNs;

    LogFactory(DriverDirectory directory, FileAccess access, SpaceReclaim space, Consumer<Throwable> errorHandler) {
        this.directory = directory;
        this.access = access;
        this.space = space;
        this.errorHandler = errorHandler;
    }

    /** Begins to make a log. A later {@link #doWork} tells the result. */
    void create(LogEntry log, Result result) {
        creations.add(new Pending(log, result, cycleNs));
    }

    /** Deletes a log that was in use, by and by; its space is free when nobody has it mapped any more. */
    void delete(LogEntry log) {
        log.close();
        FaultPoint.reach("removal.begun");
        LogMeta.Constants constants = log.constants();
        delete(directory.log(constants.logId()));
        space.onRemoved(LogLayout.META_LENGTH + (long) LogLayout.TERM_COUNT * constants.termLength());
    }

    /** Deletes a directory with its files, by and by. */
    void delete(Path log) {
        deletions.add(log);
    }

    /**
     * Deletes a file and makes a piece of a log: a client that asks for a log need not wait until everything is deleted
     * that an earlier driver left. Returns 0 if there was nothing to do, or if it failed and is to be tried again.
     */
    int doWork(long nowNs) {
        cycleNs = nowNs;
        int deleted = deleteNext();
        return deleted + createNext(deleted > 0);
    }

    /** A log that finds no space waits as long as others are being deleted. */
    private int createNext(boolean deleting) {
        Pending pending = creations.peek();
        if (pending == null) {
            return 0;
        }
        try {
            LogFiles files = pending.step();
            if (files != null) {
                pending.result.onCreated(pending.log, files);
                creations.remove();
            }
        } catch (IOException e) {
            if (deleting || space.mayComeFree(cycleNs, pending.askedNs)) {
                return 0;
            }
            giveUp(pending, e);
        } catch (Throwable e) {
            errorHandler.accept(e);
            if (Exhaustion.is(e)) {
                return 0; // It is tried again.
            }
            giveUp(pending, e);
        }
        return 1;
    }

    private void giveUp(Pending pending, Throwable cause) {
        pending.takeBack();
        pending.result.onCreationFailed(pending.log, cause);
        creations.remove();
    }

    /** Deletes one file of a log, or its directory when none is left. */
    private int deleteNext() {
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
            deletions.addLast(log); // The reason may pass, as a limit on open files does; so it is tried again.
            deletions.removeFirst();
            return 0;
        }
    }

    /** {@return the directories of all logs, also of those that a driver was making when it died} */
    List<Path> listLogs() throws IOException {
        return list(directory.logs());
    }

    /** In the order of names, so that a log's meta file goes first: a directory without one is no log any more. */
    private static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) { // A link may lead to files of others.
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
