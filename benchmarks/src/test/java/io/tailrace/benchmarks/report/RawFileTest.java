/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawFileTest {
    @TempDir
    Path directory;

    @Test
    void readsWhatWasWrittenCompressedOrNot() throws IOException {
        Measurement first =
                measurement("tailrace/exclusive/default", 49_612_300, Map.of("p99", 12, "max", List.of(1, 2)));
        Measurement second = measurement("aeron/exclusive/4m", 0.5, Map.of("version", "1.51.0 \"x\"\n"));
        try (RawFile file = new RawFile(directory, "duel", 17)) {
            file.write(first);
        }
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(directory.resolve("tail-jdk25.jsonl.gz")))) {
            out.write((second.toJson() + "\n").getBytes(StandardCharsets.UTF_8));
        }
        Files.writeString(directory.resolve("environment.json"), "{}");
        assertEquals(Set.of(first, second), Set.copyOf(RawFile.readAll(directory)));
    }

    @Test
    void fractionsHaveSixDigitsAndDetailsHaveTypes() {
        String line = measurement("raw", 12_345_678.9, Map.of("p50", 1.23456789, "all", List.of(1, 2.5), "name", "x"))
                .toJson();
        assertTrue(line.contains("\"value\":12345700,"), line);
        Measurement measurement = Measurement.parse(line);
        assertEquals(1.23457, measurement.number("p50"));
        assertEquals(List.of(1.0, 2.5), measurement.numbers("all"));
        assertEquals("x", measurement.text("name"));
        assertThrows(IllegalArgumentException.class, () -> measurement.number("other"));
        assertThrows(IllegalArgumentException.class, () -> Measurement.parse("{\"section\": 3"));
    }

    private static Measurement measurement(String candidate, double value, Map<String, Object> details) {
        return new Measurement(
                "duel", 17, 1, 2, candidate, "throughput-offer-8", 150, 3.5, value, "messages/s", details);
    }
}
