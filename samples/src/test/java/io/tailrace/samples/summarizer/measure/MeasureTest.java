/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.measure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.pipeline.Fill;
import io.tailrace.samples.summarizer.pipeline.Outcome;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MeasureTest {
    private static final byte[] LINES = "a line of twenty by\n".repeat(4_000).getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path directory;

    @Test
    void linesComeAtTheirRateAndAsTheyAre() throws Exception {
        long begin = System.nanoTime();
        byte[] read = new PacedInput(new ByteArrayInputStream(LINES), 10_000).readAllBytes();
        double seconds = (System.nanoTime() - begin) / 1e9;
        assertArrayEquals(LINES, read);
        assertTrue(seconds >= 0.39, "seconds=" + seconds);
    }

    @Test
    void whoIsInterruptedGoesOnWithoutAPause() throws Exception {
        Thread.currentThread().interrupt();
        byte[] read = new PacedInput(new ByteArrayInputStream(LINES), 1).readAllBytes();
        assertTrue(Thread.interrupted());
        assertArrayEquals(LINES, read);
    }

    @Test
    void theWarmPartIsTheHalfThatIsReadLast() throws Exception {
        RunMeter meter = new RunMeter(LINES.length);
        long begin = System.nanoTime();
        InputStream input = meter.watch(new ByteArrayInputStream(LINES));
        for (int left = LINES.length / 2 - 1; left > 0; ) {
            left -= input.read(new byte[left]);
        }
        Thread.sleep(200);
        long half = System.nanoTime();
        input.readAllBytes();
        long elapsedNs = System.nanoTime() - begin;
        Outcome outcome = new Outcome(4_000, Map.of(Reject.BROKEN_JSON, 1_000L), List.of(), List.of(), elapsedNs);
        Figures figures = meter.figures(outcome);
        assertEquals(3_000, figures.all().events());
        assertEquals(1_000, figures.rejected());
        assertEquals(1_500, figures.warm().events(), 50);
        assertEquals(elapsedNs / 1e9, figures.all().seconds());
        double warmSeconds = (begin + elapsedNs - half) / 1e9;
        assertEquals(warmSeconds, figures.warm().seconds(), 0.1);
        assertTrue(figures.all().cpuSeconds() >= figures.warm().cpuSeconds(), figures.toString());
    }

    @Test
    void anInputOfUnknownLengthIsReadAsMuchAtATimeAsIsAskedFor() throws Exception {
        InputStream input = new RunMeter(0).watch(new ByteArrayInputStream(LINES));
        assertEquals(LINES.length, input.read(new byte[LINES.length]));
    }

    @Test
    void anEmptyInputHasNoWarmPart() throws Exception {
        RunMeter meter = new RunMeter(0);
        assertEquals(-1, meter.watch(InputStream.nullInputStream()).read());
        Figures figures = meter.figures(new Outcome(0, Map.of(), List.of(), List.of(), 1));
        assertEquals(0, figures.warm().events());
    }

    @Test
    void theTimeOfChildrenCountsWhileTheyRunAndWhenTheyHaveEnded() throws Exception {
        long beginNs = CpuTime.ns();
        Process child =
                new ProcessBuilder("sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; read line").start();
        while (child.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() < 100) {
            Thread.sleep(10);
        }
        assertTrue(CpuTime.ns() - beginNs >= 100_000_000, "while it runs");
        child.getOutputStream().close();
        child.waitFor();
        assertTrue(CpuTime.ns() - beginNs >= 100_000_000, "when it has ended");
    }

    @Test
    void whatIsWrittenIsRead() throws Exception {
        Path file = directory.resolve("figures.json");
        Figures figures = new Figures(
                new Figures.Part(10, 1.5, 2.5),
                new Figures.Part(5, 0.5, 0.7),
                3,
                List.of(new Fill("parse-v1", 0.5, 0.25, 0.125)),
                "25",
                2);
        figures.write(file);
        assertEquals(figures, Figures.read(file));
    }
}
