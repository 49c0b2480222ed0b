/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.DriverDirectory;
import io.tailrace.log.KeptLog;
import io.tailrace.log.LogCreation;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Waker;
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

    /** Gets the new log, or the reason why there is none. Called again where heap or stack ran short the last time. */
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

        /**
         * Makes a piece of the log. Returns its files once it is complete, else null. A failed step may be repeated.
         */
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
                    delete(directory()); // Even a complete log, which could not be opened.
                }
            } catch (IOException e) {
                errorHandler.accept(e);
            }
        }
    }

    private final DriverDirectory directory;
    private final FileAccess access;
    private final SpaceReclaim space;
    private final Waker.Source wakers;
    private final Consumer<Throwable> errorHandler;
    /** Not an ArrayDeque: where that finds no heap to grow, it is corrupt, and seems empty from then on. */
    private final Deque<Pending> creations = new ConcurrentLinkedDeque<>();

    private final Deque<Path> deletions = new ConcurrentLinkedDeque<>();

    private long cycleNs;

    LogFactory(
            DriverDirectory directory,
            FileAccess access,
            SpaceReclaim space,
            Waker.Source wakers,
            Consumer<Throwable> errorHandler) {
        this.directory = directory;
        this.access = access;
        this.space = space;
        this.errorHandler = errorHandler;
        this.wakers = wakers;
    }

    /** {@return what the keeper keeps of a log} */
    KeptLog keep(LogFiles files) {
        return new KeptLog(files.buffers(), wakers);
    }

    /** Begins to make a log. A later {@link #doWork} tells the result. */
    void create(LogEntry log, Result result) {
        creations.add(new Pending(log, result, cycleNs));
    }

    /** Deletes a log that was in use, a file each cycle. Its space is free when no process has it mapped any more. */
    void delete(LogEntry log) {
        log.close();
        FaultPoint.reach("removal.begun");
        LogMeta.Constants constants = log.constants();
        delete(directory.log(constants.logId()));
        space.onRemoved(LogLayout.META_LENGTH + (long) LogLayout.TERM_COUNT * constants.termLength());
    }

    /** Deletes a directory with its files, a file each cycle. */
    void delete(Path log) {
        deletions.add(log);
    }

    /**
     * Deletes one file, and makes one piece of a log: so a client that asks for a log does not wait until all files of
     * an earlier driver are deleted. Returns 0 if there was nothing to do, or if it failed and the next cycle tries
     * again.
     */
    int doWork(long nowNs) {
        cycleNs = nowNs;
        int deleted = deleteNext();
        return deleted + createNext(deleted > 0);
    }

    /** {@return whether a log is being made, or waits for space} */
    boolean isMaking() {
        return !creations.isEmpty();
    }

    /** A log that finds no space waits as long as other logs are being deleted. */
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
                return 0; // The next cycle tries again.
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
            deletions.addLast(log); // The reason may pass, as a want of descriptors does: it is tried again later.
            deletions.removeFirst();
            return 0;
        }
    }

    /** {@return the directories of all logs, complete or half made} */
    List<Path> listLogs() throws IOException {
        return list(directory.logs());
    }

    /** {@return the files in the order of names} The meta file is first: a directory without one is no log any more. */
    private static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) { // A link may lead to files of others.
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
