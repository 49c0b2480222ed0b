/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.DriverDirectory;
import io.tailrace.memory.FileIdentity;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.AgentTerminationException;
import org.jspecify.annotations.Nullable;

/**
 * Whether the files that a driver made when it started are still where it made them. A cleaner of temporary folders, or the end
 * of its user's login session, may have removed them. Then nobody can find this driver any more, and another one may take the
 * directory; so this one must end, lest two keep the same logs. One thread at a time.
 */
final class OwnFiles {
    private static final long INTERVAL_NS = 100_000_000;

    private record OwnFile(Path path, Object identity) {
        static OwnFile of(Path path) throws IOException {
            return new OwnFile(path, FileIdentity.of(path));
        }

        boolean isInPlace() {
            try {
                return FileIdentity.of(path).equals(identity);
            } catch (NoSuchFileException e) {
                return false;
            } catch (IOException e) {
                return true; // Nothing proven.
            }
        }
    }

    private final OwnFile lock;
    private final List<OwnFile> others;
    private int turn;
    private long lastLookNs;

    OwnFiles(DriverDirectory directory, long nowNs) throws IOException {
        this.lastLookNs = nowNs;
        this.lock = OwnFile.of(directory.lockFile());
        this.others = List.of(
                OwnFile.of(directory.controlFile()), OwnFile.of(directory.clients()), OwnFile.of(directory.logs()));
    }

    /**
     * Looks now and then: at the lock file each time, for without it another driver can come, and at one of the others. Returns
     * what to say if one is gone, else null.
     */
    @Nullable
    DirectoryException check(long nowNs) {
        if (nowNs - lastLookNs < INTERVAL_NS) {
            return null;
        }
        lastLookNs = nowNs;
        turn = (turn + 1) % others.size();
        OwnFile other = others.get(turn);
        return !lock.isInPlace() ? removed(lock.path()) : !other.isInPlace() ? removed(other.path()) : null;
    }

    private static DirectoryException removed(Path missing) {
        return new DirectoryException(
                "the driver's files were removed under it: missing=" + missing
                        + ". It ends. Keep cleaners of temporary files away, then start it again",
                new NoSuchFileException(missing.toString()));
    }

    /** {@return how an agent ends that was told so} */
    static AgentTerminationException termination() {
        return new AgentTerminationException("the driver's files were removed", true);
    }

    /** {@return whether all are in their places} */
    boolean areInPlace() {
        return lock.isInPlace() && others.stream().allMatch(OwnFile::isInPlace);
    }
}
