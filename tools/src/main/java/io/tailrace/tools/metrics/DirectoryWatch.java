/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.metrics;

import io.tailrace.control.DriverDirectory;
import io.tailrace.memory.Mappings;
import io.tailrace.tools.view.ErrorsReader;
import io.tailrace.tools.view.Host;
import io.tailrace.tools.view.Interval;
import io.tailrace.tools.view.Observation;
import io.tailrace.tools.view.Snapshot;
import io.tailrace.tools.view.SnapshotReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a driver's directory now and then, and compares with the look before. Keeps nothing mapped in between:
 * nobody knows whether there is a next look, and files that are removed would take their space for ever. Any thread.
 */
final class DirectoryWatch implements Scrapes.Watch {
    private final DriverDirectory directory;
    private final Host host;
    private @Nullable Snapshot before;

    DirectoryWatch(DriverDirectory directory, Host host) {
        this.directory = directory;
        this.host = host;
    }

    @Override
    public synchronized Observation look() throws IOException {
        try {
            Snapshot now = snapshot();
            Interval interval = new Interval(before == null ? now : before, now);
            before = now;
            ErrorsReader errors = ErrorsReader.of(directory);
            return new Observation(interval, errors.all(), errors.unreadable(), host.storage(directory.path()));
        } finally {
            Mappings.collect();
        }
    }

    private Snapshot snapshot() throws IOException {
        try (SnapshotReader reader = new SnapshotReader(directory, host)) {
            return reader.read();
        }
    }
}
