/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.driver.streams.LogRemoval;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.OpenFolder;
import io.tailrace.file.TemporaryName;
import io.tailrace.liveness.KernelLock;
import io.tailrace.liveness.OwnerState;
import io.tailrace.liveness.ProgramName;
import io.tailrace.log.LogCreation;
import io.tailrace.log.LogFiles;
import io.tailrace.report.ErrorLog;
import io.tailrace.report.EventLog;
import io.tailrace.report.EventView;
import io.tailrace.report.EventView.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The numbers that earlier drivers have used in the directory, and that this driver must not use again.
 *
 * @param nextIncarnation an incarnation that no driver has used
 * @param nextId greater than every id given so far
 */
record PreviousDriver(long nextIncarnation, long nextId) {
    /** Clients take ids from the old control file until they notice that its driver is gone. */
    private static final long ID_GAP = 1_000_000;

    /** Ids are names of directories of at most 18 digits; this leaves more ids than any driver uses. */
    private static final long MAX_ID = 500_000_000_000_000_000L;

    /** The first id of a log is less than this, so that also programs whose numbers are doubles read ids exactly. */
    private static final long MAX_FIRST_LOG = 1L << 52;

    /** The greatest step to the log ids of the next driver, because logs with greater ids may have been deleted. */
    private static final long MAX_LOG_STEP = 1L << 36;

    static PreviousDriver examine(DriverDirectory directory) throws IOException {
        long incarnation;
        long id = Math.max(greatestId(directory.clients()), greatestId(directory.names()));
        Path controlFile = directory.lastControlFile();
        try (ControlFile control = ControlFile.openReadOnly(controlFile)) {
            incarnation = control.incarnation();
            id = Math.max(id, Math.min(control.lastId(), MAX_ID)); // A client may have written any number.
        } catch (IOException e) { // There is none, or it is damaged. A time is greater than any number counted from 1.
            incarnation = Files.exists(controlFile) ? System.currentTimeMillis() : 0;
            id = Math.max(id, greatestId(directory.logs()));
        }
        return new PreviousDriver(incarnation + 1, id == 0 ? 1 : id + ID_GAP);
    }

    /**
     * {@return the id after which those of this driver's logs begin} A program stores an id with a position, for as
     * long as it likes, and must later get that log or a refusal. So no id may be used twice, not even if the whole
     * directory was deleted in between, as a restart of the host does. A clock cannot make sure of that, because it may
     * begin at the same time after each restart. So the first id of a directory is random, and the ids of the next
     * driver begin a random step after those of the logs that it finds. In a directory ids ascend; otherwise their
     * order says nothing.
     */
    static long lastLogId(DriverDirectory directory) throws IOException {
        long greatest = greatestId(directory.logs());
        return greatest + new SecureRandom().nextLong(greatest == 0 ? MAX_FIRST_LOG : MAX_LOG_STEP);
    }

    /** {@return the greatest id among the names in a folder, 0 if there is none} */
    private static long greatestId(Path folder) throws IOException {
        long greatest = 0;
        for (Path path : LogRemoval.list(folder)) {
            long id = DriverDirectory.parseId(path.getFileName().toString());
            greatest = id > MAX_ID ? greatest : Math.max(greatest, id); // No driver has given such a great id.
        }
        return greatest;
    }

    /**
     * Notes how the previous driver ended if it did not do so itself, and that this driver begins. Notes both before
     * this driver makes its control file, so the next driver knows whenever this one dies.
     */
    void note(EventLog history, OwnerState before) {
        EventView end = EventView.ofEnd(history.lastOfDriver(), before, nextIncarnation - 1);
        if (end != null) {
            history.note(end);
        }
        long pid = ProcessHandle.current().pid();
        history.note(EventView.ofDriver(Kind.DRIVER_STARTED, pid, ProgramName.ofThisProcess(), nextIncarnation, ""));
    }

    /**
     * Renames the control file of the previous driver, so that a client that connects from now on waits for the new
     * file. A driver that dies before it has made the new file leaves the old one to its successor.
     */
    static void retire(DriverDirectory directory) throws IOException {
        if (Files.isRegularFile(directory.controlFile(), LinkOption.NOFOLLOW_LINKS)) {
            Files.deleteIfExists(directory.previousControlFile()); // It may be anything, a folder for example.
            Files.move(directory.controlFile(), directory.previousControlFile(), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Copies the errors of earlier drivers to the control file of the next driver. */
    static void carryErrorsOver(DriverDirectory directory, ControlFile next) {
        try (ControlFile previous = ControlFile.openReadOnly(directory.previousControlFile())) {
            ErrorLog.carryOver(previous.errorLog(), next.errorLog());
        } catch (IOException e) {
            // There is none, or it is damaged.
        }
    }

    /**
     * Removes the control file of a driver that closes in good order. If the file holds an error and is intact, it is
     * kept for {@link #carryErrorsOver} and for tools.
     */
    static void end(OpenFolder folder, DriverDirectory directory, ControlFile control) throws IOException {
        if (control.findTruncation() == null && ErrorLog.hasErrors(control.errorLog())) {
            Files.move(directory.controlFile(), directory.previousControlFile(), StandardCopyOption.ATOMIC_MOVE);
        } else {
            folder.deleteTree(directory.controlFile().getFileName().toString());
        }
    }

    /**
     * Makes room for a driver that has the lock of the directory but no space to start: deletes the files held only by
     * clients proven dead, as adoption would do later. Logs go first, except a log that keeps the place of a name. The
     * files of a client stay as long as a log names the client, because its lock file proves the death by which its
     * slots are freed. So the next driver can continue even if this one dies in the middle.
     */
    static void deleteDead(DriverDirectory directory, EventLog history) throws IOException {
        Set<Long> named = new HashSet<>();
        for (Path log : listOurs(directory.logs())) {
            if (isOfTheDead(directory, log, named)) {
                LogCreation.delete(log);
            }
        }
        for (Path client : listOurs(directory.clients())) {
            long id = DriverDirectory.parseId(client.getFileName().toString());
            if (!named.contains(id) && ClientFiles.probe(client) == KernelLock.Holder.DEAD) {
                history.noteGone(client, id, false, "");
                ClientFiles.delete(client);
            }
        }
    }

    /** @param named receives the clients named by a log that stays */
    private static boolean isOfTheDead(DriverDirectory directory, Path log, Set<Long> named) throws IOException {
        if (!Files.exists(LogFiles.metaPath(log))
                || TemporaryName.isTemporary(log.getFileName().toString())) {
            return true; // A driver died while it made or deleted the log.
        }
        Set<Long> holders;
        boolean isDead;
        try {
            holders = LogFiles.readMeta(log, LogFiles::holders);
            isDead = !LogFiles.readMeta(log, meta -> LogFiles.outlivesHolders(meta, System.nanoTime()));
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

    /**
     * {@return the directories in a folder whose names are ids} Links are left out, because they may lead to other
     * users' files.
     */
    private static List<Path> listOurs(Path folder) throws IOException {
        return LogRemoval.list(folder).stream()
                .filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                .filter(path -> DriverDirectory.parseId(
                                TemporaryName.complete(path.getFileName().toString()))
                        >= 0)
                .toList();
    }
}
