/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.dispatch.Handler.Load;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.report.Plots;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DispatchChapterTest {
    @TempDir
    Path directory;

    @Test
    void showsEachStrategyBesideThePlainLoop() {
        List<Measurement> all = List.of(
                of(Candidate.PLAIN_POLL, Load.SLEEPY, 80_000),
                of(Candidate.EPC_INJECTOR, Load.SLEEPY, 240_000),
                of(Candidate.PLAIN_POLL, Load.SHORT, 900_000));
        String text = DispatchChapter.CHAPTER.toMarkdown(all, new Plots(directory));
        String ours = "1 µs of work, 1 % sleep 1 ms, tailrace/execute-produce-consume/injector";
        assertTrue(text.contains("| " + ours + " to plain-poll | ≥ 5.00x |  | **3.00x [3.00–3.00] n=1** |"), text);
        assertTrue(text.contains("| " + ours + " | 240,000 | 3.00x [3.00–3.00] n=1 | 150 | 1,234 | 9 | 0.02 |"), text);
        assertTrue(text.contains("| 1 µs of work, plain-poll | 900,000 |  | 150 |"), text);
        assertFalse(text.contains("virtual"), text);
    }

    @Test
    void isEmptyWithoutMeasurements() {
        assertEquals("", DispatchChapter.CHAPTER.toMarkdown(List.of(), new Plots(directory)));
    }

    private static Measurement of(Candidate candidate, Load handlers, double rate) {
        Map<String, Object> details = Map.of(
                "messagesPerSecond",
                rate,
                "cpuPercent",
                150,
                "cpuNsPerMessage",
                1_234,
                "publisherPercent",
                9,
                "bytesPerMessage",
                0.02,
                "switchesPerMessage",
                0.01);
        return new Measurement(
                DispatchSection.NAME,
                17,
                1,
                1,
                candidate.candidate(),
                handlers.cell(),
                100,
                0,
                rate,
                "messages/s",
                details);
    }
}
