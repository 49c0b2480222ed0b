/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawFileTest {
    @TempDir
    Path directory;

    @Test
    void readsWhatWasWritten() {
        Measurement first =
                measurement("tailrace/exclusive/default", 49_612_300, Map.of("p99", 12, "max", List.of(1, 2)));
        Measurement second = measurement("aeron/exclusive/4m", 0.5, Map.of("version", "1.51.0 \"x\"\n"));
        try (RawFile file = new RawFile(directory.resolve("new"), "duel", 17)) {
            file.write(first);
            file.write(second);
        }
        assertEquals(List.of(first, second), RawFile.readAll(directory.resolve("new")));
    }

    @Test
    void readsCompressedFilesAndNoOthers() throws IOException {
        Measurement measurement = measurement("raw", 90, Map.of());
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(directory.resolve("tail-jdk25.jsonl.gz")))) {
            out.write((measurement.toJson() + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        Files.writeString(directory.resolve("environment.json"), "{}");
        assertEquals(List.of(measurement), RawFile.readAll(directory));
    }

    @Test
    void keepsSixDigitsOfFractions() {
        String line =
                measurement("raw", 12_345_678.9, Map.of("p50", 1.23456789)).toJson();
        assertTrue(line.contains("\"value\":12345700,"), line);
        assertTrue(line.contains("\"p50\":1.23457"), line);
        assertFalse(line.contains("near"), line);
    }

    @Test
    void detailsHaveTypes() {
        Measurement measurement =
                Measurement.parse(measurement("raw", 1, Map.of("ns", 7, "all", List.of(1, 2.5), "name", "x"))
                        .toJson());
        assertEquals(7, measurement.number("ns"));
        assertEquals(List.of(1.0, 2.5), measurement.numbers("all"));
        assertEquals("x", measurement.text("name"));
        assertThrows(IllegalArgumentException.class, () -> measurement.number("other"));
    }

    @Test
    void refusesWhatIsNoMeasurement() {
        assertThrows(IllegalArgumentException.class, () -> Measurement.parse("{\"section\": 3"));
    }

    private static Measurement measurement(String candidate, double value, Map<String, Object> details) {
        return new Measurement(
                "duel", 17, 1, 2, candidate, "throughput-offer-8", 150, 3.5, value, "messages/s", details);
    }
}
