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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scrape is read once for all who ask at the time, and no name that another process chose breaks its format. */
class ScrapesTest {
    @TempDir
    private Path path;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger looks = new AtomicInteger();
    private DirectoryWatch watch;

    @BeforeEach
    void open() {
        watch = new DirectoryWatch(new DriverDirectory(path), new LocalHost());
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    private Observation look() throws IOException {
        looks.incrementAndGet();
        return watch.look();
    }

    @Test
    void whoAsksWhileAnotherOneReadsGetsTheSame() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Scrapes scrapes = new Scrapes(() -> {
            reading.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return look();
        });
        Future<MetricSnapshots> first = threads.submit(scrapes::read);
        reading.await();
        CountDownLatch asking = new CountDownLatch(1);
        Thread[] waiting = new Thread[1];
        Future<MetricSnapshots> second = threads.submit(() -> {
            waiting[0] = Thread.currentThread();
            asking.countDown();
            return scrapes.read();
        });
        asking.await();
        while (waiting[0].getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        mayEnd.countDown();

        assertSame(first.get(), second.get());
        assertEquals(1, looks.get());
        assertNotSame(first.get(), scrapes.read());
        assertEquals(2, looks.get());
    }

    @Test
    void aFailureIsToldAndTheNextOneReadsAgain() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        Scrapes scrapes = new Scrapes(() -> {
            switch (failures.getAndIncrement()) {
                case 0 -> throw new IOException("a folder");
                case 1 -> throw new OutOfMemoryError("thrown by a test");
                default -> {
                    return look();
                }
            }
        });

        assertEquals("a folder", assertThrows(IOException.class, scrapes::read).getMessage());
        assertThrows(IllegalStateException.class, scrapes::read);
        scrapes.read();
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
