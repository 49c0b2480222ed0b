/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The figures of the last run of the fault suite in {@code target/faults.md}, a row for each test. The file of the
 * profile "faults" is committed as {@code FAULTS.md}. A test adds its row when it has passed.
 */
public final class FaultSummary {
    private static final Path FILE = Path.of("target", "faults.md");

    private FaultSummary() {}

    /** Adds a row, which replaces the row of an earlier run of the test. */
    public static synchronized void add(String test, String format, Object... figures) {
        String row = "| `" + test + "` | ";
        try {
            List<String> rows = new ArrayList<>();
            if (Files.exists(FILE)) {
                rows.addAll(Files.readAllLines(FILE));
                rows.removeIf(line -> !line.startsWith("| `") || line.startsWith(row));
            }
            rows.add(row + String.format(Locale.ROOT, format, figures) + " |");
            rows.sort(null);
            List<String> lines = new ArrayList<>(List.of(
                    "# Figures of the fault suite",
                    "",
                    "Last whole run of `mvn -P faults clean verify`, JDK "
                            + Runtime.version().feature() + ", "
                            + Runtime.getRuntime().availableProcessors() + " cores.",
                    "",
                    "| test | figures |",
                    "|---|---|"));
            lines.addAll(rows);
            Files.createDirectories(FILE.getParent());
            Files.write(FILE, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
