/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.DriverDirectory;
import io.tailrace.memory.FileIdentity;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.concurrent.AgentTerminationException;
import org.jspecify.annotations.Nullable;

/**
 * Whether the files that a driver made when it started are still where it made them. A cleaner of temporary folders, or the end
 * of its user's login session, may have removed them. Then nobody can find this driver any more, and another one may take the
 * directory; so this one must end, lest two keep the same logs. One thread at a time.
 */
final class OwnFiles {
    private static final long INTERVAL_NS = 100_000_000;

    private final Map<Path, Object> identities = new LinkedHashMap<>();
    private long lastLookNs;

    OwnFiles(DriverDirectory directory, long nowNs) throws IOException {
        this.lastLookNs = nowNs;
        for (Path path :
                new Path[] {directory.lockFile(), directory.controlFile(), directory.clients(), directory.logs()}) {
            identities.put(path, FileIdentity.of(path));
        }
    }

    /** Looks now and then. Returns what to say if one is gone, else null. */
    @Nullable
    DirectoryException check(long nowNs) {
        if (nowNs - lastLookNs < INTERVAL_NS) {
            return null;
        }
        lastLookNs = nowNs;
        Path missing = findMissing();
        return missing == null
                ? null
                : new DirectoryException(
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
        return findMissing() == null;
    }

    private @Nullable Path findMissing() {
        for (Map.Entry<Path, Object> entry : identities.entrySet()) {
            try {
                if (!FileIdentity.of(entry.getKey()).equals(entry.getValue())) {
                    return entry.getKey();
                }
            } catch (NoSuchFileException e) {
                return entry.getKey();
            } catch (IOException e) {
                // Nothing proven.
            }
        }
        return null;
    }
}
