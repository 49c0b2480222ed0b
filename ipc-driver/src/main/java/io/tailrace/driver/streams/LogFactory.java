/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappingLimitException;
import io.tailrace.file.Ownership;
import io.tailrace.log.LogCreation;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogPositions;
import io.tailrace.log.Waker;
import io.tailrace.log.maintain.LogMaintenance;
import io.tailrace.log.maintain.LogMaintenance.UnblockListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the files of logs, and triggers their deletion. Each cycle does one bounded step, so that a driver with one
 * thread or none can do its other work in between.
 */
public final class LogFactory {
    private static final int STEP_BYTES = 1024 * 1024;
    private static final long PATIENCE_NS = 500_000_000;

    /** Gets the new log, or the reason why there is none. Called again if heap or stack ran short the last time. */
    public interface Result {
        void onCreated(LogEntry log, LogFiles files);

        /**
         * Called if there is no space, for example.
         *
         * @param holder of the space of removed logs, as a part of a sentence; empty if there is none
         */
        void onCreationFailed(LogEntry log, Throwable cause, String holder);
    }

    /** A log that was asked for, and is being made. */
    private final class Pending {
        private final LogEntry log;
        private final Result result;
        private final long askedNs = retained.nowNs();
        private @Nullable LogCreation creation;
        private @Nullable LogFiles files;

        Pending(LogEntry log, Result result) {
            this.log = log;
            this.result = result;
        }

        Path directory() {
            return directory.log(log.id());
        }

        /**
         * Makes a part of the log. Returns its files once it is complete, else null. A failed step may be repeated.
         */
        @Nullable
        LogFiles step() throws IOException, Admission.Refusal {
            if (creation == null) {
                admission.requireRoom(log, creations.size(), waitingBytes());
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
                    removal.remove(directory()); // Even a complete log, which could not be opened.
                }
            } catch (IOException e) {
                errorHandler.accept(e);
            }
        }
    }

    private final DriverDirectory directory;
    private final FileAccess access;
    private final LogRemoval removal;
    private final Admission admission;
    private final RetainedLogs retained;
    private final Waker.Source wakers;
    private final UnblockListener unblocked;
    private final Consumer<Throwable> errorHandler;
    /** Not an ArrayDeque: if an ArrayDeque finds no heap to grow, it is corrupt, and seems empty from then on. */
    private final Deque<Pending> creations = new ConcurrentLinkedDeque<>();

    private long cycleNs;

    public LogFactory(
            DriverDirectory directory,
            FileAccess access,
            Admission admission,
            Waker.Source wakers,
            UnblockListener unblocked,
            Consumer<Throwable> errorHandler) {
        this.directory = directory;
        this.access = access;
        this.admission = admission;
        this.retained = admission.retained();
        this.removal = retained.removal();
        this.errorHandler = errorHandler;
        this.wakers = wakers;
        this.unblocked = unblocked;
    }

    public LogRemoval removal() {
        return removal;
    }

    public RetainedLogs retained() {
        return retained;
    }

    /** {@return the keeper's view of a log} */
    public LogMaintenance keep(LogFiles files) {
        return new LogMaintenance(files.buffers(), wakers, unblocked);
    }

    /** Begins to make a log. A later {@link #doWork} delivers the result. */
    public void create(LogEntry log, Result result) {
        creations.add(new Pending(log, result));
    }

    /**
     * Opens a log that was made before, with the keeper's view of it.
     *
     * @throws MappingLimitException if this process may not map it
     * @throws IOException if its files are missing, another user's, or another log's
     * @throws io.tailrace.memory.CorruptLogException if its positions cannot be true
     */
    public LogEntry open(Path path, long logId) throws IOException {
        admission.requireMappings();
        LogFiles files = LogFiles.open(path, LogFiles.Access.EVERYTHING, Ownership.of(directory.path()));
        try {
            LogMeta.Constants constants = files.buffers().constants();
            if (constants.logId() != logId) {
                throw new IOException("another log's files: logId=" + constants.logId());
            }
            LogPositions.check(files.buffers());
            LogEntry log = new LogEntry(constants);
            log.open(files, keep(files));
            return log;
        } catch (IOException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    /**
     * Deletes one file, and makes one part of a log: so a client that asks for a log does not wait until all files of
     * an earlier driver are deleted. Removes logs that have been retained for long enough. Returns 0 if there was
     * nothing to do, or if it failed and the next cycle tries again.
     */
    public int doWork(long nowNs) {
        cycleNs = nowNs;
        int deleted = removal.doWork(nowNs);
        return deleted + createNext(deleted > 0) + retained.doWork(nowNs);
    }

    /** {@return whether a log is being made or waits for space, or a client is about to let go of one} */
    public boolean isAwaited(long nowNs) {
        return !creations.isEmpty() || removal.isAwaited(nowNs);
    }

    /** {@return the size of the logs that are requested and not made yet} */
    private long waitingBytes() {
        return creations.stream().mapToLong(pending -> pending.log.bytes()).sum();
    }

    /**
     * A log without space waits as long as other logs are being deleted, and one more retained log is deleted for it.
     * Any log waits for a moment.
     */
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
        } catch (Admission.Refusal | MappingLimitException e) {
            return waitOrGiveUp(pending, false, e);
        } catch (IOException e) {
            return waitOrGiveUp(pending, deleting || retained.giveBack(), e);
        } catch (Throwable e) {
            errorHandler.accept(e);
            if (e instanceof OutOfMemoryError || e instanceof StackOverflowError) {
                return 0; // The next cycle tries again.
            }
            giveUp(pending, e);
        }
        return 1;
    }

    /** One of the existing logs may be about to end, or its clients to let go of it. */
    private int waitOrGiveUp(Pending pending, boolean waits, Exception cause) {
        if (waits || cycleNs - pending.askedNs < PATIENCE_NS) {
            return 0;
        }
        giveUp(pending, cause);
        return 1;
    }

    private void giveUp(Pending pending, Throwable cause) {
        pending.takeBack();
        pending.result.onCreationFailed(pending.log, cause, removal.describeHolder());
        creations.remove();
    }
}
