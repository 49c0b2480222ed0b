/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.internal.PendingFault;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.report.ErrorLog;
import io.tailrace.report.ErrorLog.DistinctError;
import io.tailrace.report.ReportFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the distinct errors of a driver, of earlier drivers, and of its clients, at one moment. One thread. */
public final class ErrorsReader {
    /**
     * A distinct error and how often it occurred.
     *
     * @param owner the process: the driver or a client
     * @param firstMs when it first occurred, in milliseconds since 1970
     * @param lastMs when it last occurred
     * @param text its stack trace; a hostile owner may have written anything
     */
    public record ErrorView(String owner, long count, long firstMs, long lastMs, String text) {
        /** {@return the sum of two records of the same error of the same owner} */
        ErrorView plus(ErrorView other) {
            return new ErrorView(
                    owner, count + other.count, Math.min(firstMs, other.firstMs), Math.max(lastMs, other.lastMs), text);
        }

        /** {@return the first line, which identifies the error} */
        public String headline() {
            return text.lines().findFirst().orElse("");
        }
    }

    private final Map<Key, ErrorView> errors = new LinkedHashMap<>();
    private final List<Unreadable> unreadable = new ArrayList<>();

    /** Another driver notes the same error again. */
    private record Key(String owner, String text) {}

    private ErrorsReader() {}

    /**
     * Reads the driver's errors, and then those of its clients.
     *
     * @throws IOException if the folder of the clients cannot be read
     */
    public static ErrorsReader of(DriverDirectory directory) throws IOException {
        ErrorsReader found = new ErrorsReader();
        found.readDriver(directory.lastControlFile());
        for (Map.Entry<Long, Path> client :
                SnapshotReader.foldersById(directory.clients()).entrySet()) {
            found.readClient(client.getKey(), client.getValue());
        }
        return found;
    }

    /** {@return the errors, the latest first} */
    public List<ErrorView> all() {
        return errors.values().stream()
                .sorted(Comparator.comparingLong(ErrorView::lastMs).reversed())
                .toList();
    }

    /** {@return one for each file that cannot be read} */
    public List<Unreadable> unreadable() {
        return unreadable;
    }

    private void readDriver(Path path) {
        Unreadable.guard("errors", path, unreadable, () -> {
            try (ControlFile control = ControlFile.openReadOnly(path)) {
                add("driver", path, control.errorLog());
            }
        });
    }

    private void readClient(long id, Path client) {
        Path path = ReportFile.ERRORS.path(client);
        Unreadable.guard("errors", path, unreadable, () -> {
            try (ReportFile file = ReportFile.ERRORS.openReadOnly(client, id)) {
                add("client " + id, path, file.region());
            }
        });
    }

    private void add(String owner, Path path, MappedBuffer region) throws IOException {
        List<DistinctError> read = new ArrayList<>();
        try {
            ErrorLog.read(path, region, read);
        } finally {
            PendingFault.raise(); // Checked before the values are used.
            for (DistinctError error : read) {
                ErrorView view = new ErrorView(owner, error.count(), error.firstMs(), error.lastMs(), error.text());
                errors.merge(new Key(owner, error.text()), view, ErrorView::plus);
            }
        }
    }
}
