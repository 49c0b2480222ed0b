/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import io.tailrace.testing.Seeds;
import io.tailrace.tools.command.MetricFamilies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
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
    private static final int ROUNDS = Integer.getInteger("tailrace.test.fuzz", 200);
    private static final String[] PIECES =
            ("\"§\\§\n§\\n§\"}§} 1\n§# TYPE tailrace_driver_up gauge\n§,stream=\"§{§=§ §\t§\r"
                            + "§\u001b[2J§\u202e§ü§\uD83D\uDE00§\u2028§a§<script>§\0")
                    .split("§");

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

    private static StreamView stream(String name) {
        return new StreamView(name, List.of(), List.of(), List.of());
    }

    private static Map<String, Exposition.Family> written(MetricFamilies families) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(out, families.build());
        return Exposition.parse(out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void hostileNamesOfStreamsAreReadBackAsTheyAre() throws IOException {
        long seed = Seeds.of(ScrapesTest.class);
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            TreeSet<String> names = new TreeSet<>();
            for (int i = 0; i < 5; i++) {
                StringBuilder name = new StringBuilder();
                for (int piece = random.nextInt(6); piece >= 0; piece--) {
                    name.append(PIECES[random.nextInt(PIECES.length)]);
                }
                names.add(name.toString());
            }
            Map<Labels, StreamView> streams = new HashMap<>();
            names.forEach(name -> streams.put(Labels.of(Metrics.LABEL, name), stream(name)));
            MetricFamilies families = new MetricFamilies();
            families.addOfEach(Metric.gauge("tailrace_stream_lag_bytes", "Lag.", StreamView::position), streams);
            families.addOfEach(Metric.counter("tailrace_stream_published_bytes", "Published.", stream -> 7), streams);

            Map<String, Exposition.Family> read = written(families);

            for (Exposition.Family family : read.values()) {
                List<String> found = new ArrayList<>();
                family.samples().forEach(sample -> found.add(sample.labels().get("stream")));
                assertEquals(names, new TreeSet<>(found), "seed=" + seed);
                assertEquals(names.size(), found.size(), "seed=" + seed);
            }
            assertEquals(2, read.size(), "seed=" + seed);
        }
    }

    @Test
    void whatIsNotKnownIsLeftOut() throws IOException {
        MetricFamilies families = new MetricFamilies();
        families.add(Metric.gauge("tailrace_driver_heartbeat_age_seconds", "Age.", seen -> Double.NaN), "");
        families.add(Metric.counter("tailrace_driver_errors", "Errors.", seen -> Double.NaN), "");
        families.add(Metric.counter("tailrace_padded_bytes", "Negative where a file is damaged.", seen -> -1), "");
        families.addOfEach(Metric.gauge("tailrace_stream_lag_bytes", "Lag.", StreamView::position), Map.of());

        Map<String, Exposition.Family> read = written(families);

        assertEquals(1, read.size());
        assertEquals(0, read.get("tailrace_padded_bytes_total").samples().get(0).value());
        assertFalse(read.containsKey("tailrace_stream_lag_bytes"));
    }
}
