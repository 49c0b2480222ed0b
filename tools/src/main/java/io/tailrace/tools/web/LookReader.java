/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.Mappings;
import io.tailrace.inspect.ErrorsReader;
import io.tailrace.inspect.Host;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.internal.ErrorText;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.DriverFiles;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks into a driver's directory again and again, while there is a driver's and while there is none. One thread. */
final class LookReader implements AutoCloseable {
    /** The first look needs another one before it. */
    private static final long FIRST_MS = 100;

    /** To read errors maps their files each time, and only a garbage collection unmaps them. */
    private static final int LOOKS_TO_ERRORS = 5;

    private final DriverDirectory directory;
    private final Host host;
    private @Nullable SnapshotReader snapshots;
    private @Nullable Snapshot before;
    private @Nullable ErrorsReader errors;
    private int looksSinceErrors;

    LookReader(DriverDirectory directory, Host host) {
        this.directory = directory;
        this.host = host;
    }

    /** {@return what is there now} */
    Look look() throws InterruptedException {
        try {
            DriverFiles.require(directory);
            Snapshot earlier = before == null ? first() : before;
            Snapshot now = reader().read();
            before = now;
            return seen(new Interval(earlier, now));
        } catch (CommandException | IOException e) {
            close(); // The next driver may make all of it anew.
            return new Look.Nothing(directory.path(), ErrorText.of(e));
        } catch (InternalError e) { // So the JVM tells it.
            close();
            return new Look.Nothing(directory.path(), "a file became shorter while it was read: " + e);
        }
    }

    private Snapshot first() throws IOException, InterruptedException {
        Snapshot first = reader().read();
        Thread.sleep(FIRST_MS);
        return first;
    }

    private SnapshotReader reader() {
        if (snapshots == null) {
            snapshots = new SnapshotReader(directory, host);
        }
        return snapshots;
    }

    private Look seen(Interval interval) throws IOException {
        if (!interval.after().hasErrors()) {
            errors = null;
            return new Look.Seen(interval, List.of(), List.of());
        }
        ErrorsReader known = errors;
        if (known == null || ++looksSinceErrors >= LOOKS_TO_ERRORS) {
            known = ErrorsReader.of(directory);
            errors = known;
            looksSinceErrors = 0;
        }
        return new Look.Seen(interval, known.all(), known.unreadable());
    }

    /** Lets go of all files; another look takes them up again. */
    @Override
    public void close() {
        before = null;
        errors = null;
        if (snapshots != null) {
            snapshots.close();
            snapshots = null;
            Mappings.collect(); // Files that are removed while nobody looks would take their space for ever.
        }
    }
}
