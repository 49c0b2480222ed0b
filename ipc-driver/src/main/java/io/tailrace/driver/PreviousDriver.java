/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.memory.FaultPoint;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The numbers that the drivers before this one have used in the directory, and that this one must not use again.
 *
 * @param nextIncarnation not used before
 * @param nextId greater than every id that was given
 */
record PreviousDriver(long nextIncarnation, long nextId) {
    /** Clients take ids from the old control file until they notice that its driver is gone. */
    private static final long ID_GAP = 1_000_000;
    /** Ids are names of directories of at most 18 digits; this leaves more to give than any driver does. */
    private static final long MAX_ID = 500_000_000_000_000_000L;

    static PreviousDriver examine(DriverDirectory directory) throws IOException {
        long incarnation = 0;
        long id = 0;
        Path controlFile = directory.lastControlFile();
        if (Files.exists(controlFile)) {
            try (ControlFile control = ControlFile.openReadOnly(controlFile)) {
                incarnation = control.incarnation();
                id = Math.max(0, Math.min(control.lastId(), MAX_ID)); // A client may have written any number.
            } catch (IOException e) {
                incarnation = System.currentTimeMillis(); // Greater than any number that was counted from 1.
            }
        }
        for (Path folder : List.of(directory.clients(), directory.logs(), directory.names())) {
            id = Math.max(id, greatestId(folder));
        }
        return new PreviousDriver(incarnation + 1, id == 0 ? 1 : id + ID_GAP);
    }

    /**
     * Renames the control file of the driver before, so that a client that connects from here on waits for the new one.
     * A driver that dies before it has made the new one leaves the old one to its successor.
     */
    static void retire(DriverDirectory directory) throws IOException {
        if (Files.isRegularFile(directory.controlFile(), LinkOption.NOFOLLOW_LINKS)) {
            Files.deleteIfExists(directory.previousControlFile()); // It may be anything, a folder for example.
            Files.move(directory.controlFile(), directory.previousControlFile(), StandardCopyOption.ATOMIC_MOVE);
        }
        FaultPoint.reach("start.retired");
    }

    private static long greatestId(Path folder) throws IOException {
        long greatest = 0;
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder)) {
                for (Path path : paths) {
                    greatest = Math.max(
                            greatest, DriverDirectory.parseId(path.getFileName().toString()));
                }
            }
        }
        return greatest;
    }
}
