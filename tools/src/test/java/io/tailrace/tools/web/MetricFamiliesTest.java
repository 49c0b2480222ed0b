/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.fail;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.Labels;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.HistoryView;
import io.tailrace.inspect.LocalHost;
import io.tailrace.inspect.Metric;
import io.tailrace.inspect.Metrics;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.StreamView;
import io.tailrace.tools.command.MetricFamilies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A look serves all who wait for it, and no name that another process chose breaks the format. */
class MetricFamiliesTest {
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);

    @TempDir
    private Path path;

    @Test
    void whoAskedBeforeALookBeganGetsItAndOthersTheNext() throws IOException {
        DriverDirectory directory = new DriverDirectory(path);
        Function<LookJson, @Nullable Observation> seen = LookJson::seen;
        try (Looks looks = new Looks(directory, new LocalHost(), new LastHour(), HOUR_NS, HOUR_NS, e -> fail(e))) {
            assertNull(looks.read(System.nanoTime(), seen), "there is nothing yet");
            Files.createFile(directory.lockFile());
            long beforeNs = System.nanoTime();
            Observation first = looks.read(beforeNs, seen);
            assertNotNull(first, "who finds nothing looks again");
            assertSame(first, looks.read(beforeNs, seen));
            assertNotSame(first, looks.read(System.nanoTime(), seen));
        }
    }

    private static String written(MetricFamilies families) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(out, families.build());
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aHostileNameOfAStreamStaysInItsLabel() throws IOException {
        String name = "\"} 1\n# TYPE tailrace_driver_up gauge\n\\";
        StreamView stream = new StreamView(name, List.of(), List.of(), List.of());
        MetricFamilies families = new MetricFamilies();
        families.addOfEach(
                Metric.gauge("tailrace_stream_lag_bytes", "Lag.", StreamView::position),
                Map.of(Labels.of(Metrics.LABEL, name), stream));

        String escaped = "\\\"} 1\\n# TYPE tailrace_driver_up gauge\\n\\\\";
        String sample = "tailrace_stream_lag_bytes{stream=\"" + escaped + "\"} 0.0";
        assertEquals(sample, written(families).split("\n", -1)[2]);
    }

    @Test
    void aHistoryOfWhichNothingIsKnownHasStateZero() {
        HistoryView gone = new HistoryView(path, List.of("*"), null, List.of(), "no such file");
        assertEquals("none", gone.state());
        assertEquals(0, Metrics.OF_HISTORIES.get(0).of(gone));
    }

    @Test
    void whatIsNotKnownIsLeftOut() throws IOException {
        MetricFamilies families = new MetricFamilies();
        families.add(Metric.gauge("tailrace_driver_heartbeat_age_seconds", "Age.", seen -> Double.NaN), "");
        families.add(Metric.counter("tailrace_driver_errors", "Errors.", seen -> Double.NaN), "");
        families.add(Metric.counter("tailrace_padded_bytes", "Negative where a file is damaged.", seen -> -1), "");
        families.addOfEach(Metric.gauge("tailrace_stream_lag_bytes", "Lag.", StreamView::position), Map.of());

        String[] lines = written(families).split("\n", -1);

        assertEquals(4, lines.length, "two lines of help, one value");
        assertEquals("tailrace_padded_bytes_total 0.0", lines[2]);
    }
}
