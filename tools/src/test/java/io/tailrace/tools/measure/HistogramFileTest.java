/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.measure.PingCommand.HistogramFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistogramFileTest {
    private final Histogram latency = Latencies.newHistogram();

    @TempDir
    Path folder;

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
    void fileThatIsThereIsKept() throws IOException {
        Path path = Files.writeString(folder.resolve("ping.hgrm"), "dear");
        CommandException failure = assertThrows(CommandException.class, () -> HistogramFile.of(path));
        assertEquals(ExitCode.IN_USE, failure.exitCode());
        assertEquals("dear", Files.readString(path));
    }

    @Test
    void fileThatCameMeanwhileIsKept() throws IOException {
        Path path = folder.resolve("ping.hgrm");
        HistogramFile file = HistogramFile.of(path);
        Files.writeString(path, "dear");
        assertEquals(
                ExitCode.IN_USE,
                assertThrows(CommandException.class, () -> file.write(latency)).exitCode());
        assertEquals("dear", Files.readString(path));
    }

    @Test
    void noFileIsNoFile() throws IOException {
        HistogramFile.of(null).write(latency);
    }
}
