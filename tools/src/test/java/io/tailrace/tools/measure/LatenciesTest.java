/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.measure.PingCommand.HistogramFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class LatenciesTest {
    private final Histogram latency = Latencies.newHistogram();

    @TempDir
    private Path folder;

    @Test
    void percentilesStandBelowTheirTitles() {
        assertEquals("     0 ns".repeat(7), Latencies.line(latency));
        for (int i = 1; i <= 1_000; i++) {
            Latencies.record(latency, i * 1_000L);
        }
        assertEquals("      MIN      50%      90%      99%    99.9%   99.99%      MAX", Latencies.heading());
        assertEquals("  1.00 us   500 us   900 us   990 us   999 us  1.00 ms  1.00 ms", Latencies.line(latency));
    }

    @Test
    void jsonHasTheCount() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Latencies.record(latency, 100);
        new JsonLines(out, "s/1").line("k", json -> Latencies.write(json, latency));
        assertEquals("""
                {"schema":"s/1","kind":"k","count":1,"minNs":100,"p50Ns":100,"p90Ns":100,"p99Ns":100,"p999Ns":100,\
                "p9999Ns":100,"maxNs":100}
                """, out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void whatIsOutOfRangeCountsAsItsEnd() {
        Latencies.record(latency, -5);
        Latencies.record(latency, Long.MAX_VALUE);
        assertEquals(2, latency.getTotalCount());
        assertEquals(0, latency.getMinValue());
        assertTrue(latency.getMaxValue() >= Latencies.LONGEST_NS);
    }

    @Test
    void valuesAreMicroseconds() throws IOException {
        latency.recordValue(1_500);
        Path path = folder.resolve("ping.hgrm");
        HistogramFile.of(path).write(latency);
        String text = Files.readString(path);
        assertTrue(text.contains("Percentile") && text.contains("TotalCount"), text);
        assertTrue(text.contains("1.500 "), text);
    }

    @Test
    void fileThatIsThereOrCameMeanwhileIsKept() throws IOException {
        Path path = folder.resolve("ping.hgrm");
        HistogramFile file = HistogramFile.of(path);
        Files.writeString(path, "dear");
        for (Executable use : List.<Executable>of(() -> HistogramFile.of(path), () -> file.write(latency))) {
            assertEquals(
                    ExitCode.IN_USE, assertThrows(CommandException.class, use).exitCode());
        }
        assertEquals("dear", Files.readString(path));
    }
}
