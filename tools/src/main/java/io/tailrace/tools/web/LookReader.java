/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.Mappings;
import io.tailrace.inspect.Host;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.internal.ErrorText;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.DirectoryOption;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Looks into a driver's directory again and again, while there is a driver's and while there is none. One thread. */
final class LookReader implements AutoCloseable {
    /** The first look needs another one before it. */
    private static final long FIRST_MS = 100;

    private final DriverDirectory directory;
    private final Host host;
    private @Nullable SnapshotReader snapshots;

    LookReader(DriverDirectory directory, Host host) {
        this.directory = directory;
        this.host = host;
    }

    /** {@return what is there now} */
    LookJson look() throws InterruptedException {
        try {
            DirectoryOption.require(directory);
            if (snapshots == null) {
                snapshots = new SnapshotReader(directory, host);
                snapshots.next();
                Thread.sleep(FIRST_MS);
            }
            return LookJson.of(snapshots.observe());
        } catch (CommandException | IOException e) {
            close(); // The next driver may make all of it anew.
            return LookJson.nothing(directory.path(), ErrorText.of(e));
        } catch (InternalError e) { // So the JVM tells it.
            close();
            return LookJson.nothing(directory.path(), "a file became shorter while it was read: " + e);
        }
    }

    /** Lets go of all files; another look takes them up again. */
    @Override
    public void close() {
        if (snapshots != null) {
            snapshots.close();
            snapshots = null;
            Mappings.collect(); // Files that are removed while nobody looks would take their space for ever.
        }
    }
}
