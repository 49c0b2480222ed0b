/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every stored data set renders to the same bytes as before. */
class RenderedResultsTest {
    private static final Path RESULTS = Path.of("results");

    @TempDir
    Path directory;

    /** After an intended change of reports, the expected digests are those of this failure. */
    @Test
    void reportsOfAllDataSetsAreAsBefore() throws IOException, NoSuchAlgorithmException {
        TreeMap<String, String> digests = new TreeMap<>();
        for (Path dataSet : list(RESULTS)) {
            String name = dataSet.getFileName().toString();
            Path copy = Files.createDirectory(directory.resolve(name));
            for (Path file : list(dataSet)) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
            Report.write(copy);
            byte[] report = Files.readAllBytes(copy.resolve(Report.FILE));
            digests.put(
                    name,
                    HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(report)));
        }
        StringBuilder text = new StringBuilder();
        digests.forEach(
                (name, digest) -> text.append(digest).append("  ").append(name).append('\n'));
        assertEquals(expected(), text.toString());
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    private static String expected() throws IOException {
        try (InputStream in = RenderedResultsTest.class.getResourceAsStream("rendered.sha256")) {
            return new String(Objects.requireNonNull(in, "digests").readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
