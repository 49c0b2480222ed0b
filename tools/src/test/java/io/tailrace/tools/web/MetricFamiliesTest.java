/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.LocalHost;
import io.tailrace.inspect.Metric;
import io.tailrace.inspect.Metrics;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.StreamView;
import io.tailrace.tools.command.MetricFamilies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reading serves all who wait for it, and no name that another process chose breaks the format. */
class MetricFamiliesTest {
    @TempDir
    private Path path;

    private final AtomicInteger looks = new AtomicInteger();
    private DirectoryWatch watch;

    @BeforeEach
    void open() {
        watch = new DirectoryWatch(new DriverDirectory(path), new LocalHost());
    }

    private Observation look() throws IOException {
        looks.incrementAndGet();
        return watch.look();
    }

    @Test
    void whoAskedBeforeAReadingBeganGetsItAndOthersTheNext() throws IOException {
        MetricsHandler scrapes = new MetricsHandler(this::look);
        long beforeNs = System.nanoTime();
        MetricSnapshots first = scrapes.read(beforeNs);
        assertSame(first, scrapes.read(beforeNs));
        assertEquals(1, looks.get());
        assertNotSame(first, scrapes.read(System.nanoTime()));
        assertEquals(2, looks.get());
    }

    @Test
    void aFailureIsToldAndTheNextOneReadsAgain() throws IOException {
        AtomicInteger failures = new AtomicInteger();
        MetricsHandler scrapes = new MetricsHandler(() -> {
            if (failures.getAndIncrement() == 0) {
                throw new IOException("a folder");
            }
            return look();
        });

        long nowNs = System.nanoTime();
        assertEquals(
                "a folder",
                assertThrows(IOException.class, () -> scrapes.read(nowNs)).getMessage());
        scrapes.read(nowNs);
        assertEquals(1, looks.get());
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
