/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the files which the driver made when it started are still in their places. A cleaner of temporary
 * folders, or the end of its user's login session, may have removed them. Then no client can find this driver any more,
 * and another driver may take the directory. So this driver must end, or two drivers would keep the same logs. Only the
 * lock file is restored. One thread at a time.
 */
final class DriverFilesCheck {
    private static final long INTERVAL_NS = 100_000_000;

    private record OwnFile(Path path, Object identity) {
        static OwnFile of(Path path) throws IOException {
            return new OwnFile(path, MappedFile.identity(path));
        }

        boolean isInPlace() {
            try {
                return MappedFile.identity(path).equals(identity);
            } catch (NoSuchFileException e) {
                return false;
            } catch (IOException e) {
                return true; // It is not proven that the file is gone.
            }
        }
    }

    private final DirectoryHold hold;
    private final ControlFile control;
    private final OwnFile controlPlace;
    private final List<OwnFile> folders;
    private int turn;
    private long lastLookNs;

    DriverFilesCheck(DirectoryHold hold, ControlFile control, long nowNs) throws IOException {
        DriverDirectory directory = hold.directory();
        this.hold = hold;
        this.control = control;
        this.lastLookNs = nowNs;
        this.controlPlace = OwnFile.of(directory.controlFile());
        this.folders = List.of(OwnFile.of(directory.clients()), OwnFile.of(directory.logs()));
    }

    /**
     * Checks ten times a second: the control file each time, because another driver that takes the directory makes a
     * new one, and one of the folders. Renews the lock if both are there.
     *
     * @return the reason to end if a file is gone or truncated, else null
     */
    @Nullable
    DirectoryException check(long nowNs) {
        if (nowNs - lastLookNs < INTERVAL_NS) {
            return null;
        }
        lastLookNs = nowNs;
        FileFormatException truncation = control.findTruncation();
        if (truncation != null) {
            return new DirectoryException(
                    "the driver's control file was truncated under it: " + truncation.getMessage()
                            + ". It ends; start it again, and clients continue with the next one",
                    truncation);
        }
        turn = (turn + 1) % folders.size();
        OwnFile folder = folders.get(turn);
        if (!controlPlace.isInPlace() || !folder.isInPlace()) {
            return removed((controlPlace.isInPlace() ? folder : controlPlace).path());
        }
        try {
            hold.renewLock();
        } catch (IOException e) {
            // The control file keeps other drivers away; the next check tries to renew the lock again.
        }
        return null;
    }

    /** Makes the next {@link #check} run at once. Returns whether the control file is truncated. */
    boolean suspect() {
        lastLookNs -= INTERVAL_NS;
        return control.findTruncation() != null;
    }

    private static DirectoryException removed(Path missing) {
        return new DirectoryException(
                "the driver's files were removed under it: missing=" + missing
                        + ". It ends. Keep cleaners of temporary files away, then start it again",
                new NoSuchFileException(missing.toString()));
    }

    boolean areInPlace() {
        return controlPlace.isInPlace() && folders.stream().allMatch(OwnFile::isInPlace);
    }
}
