/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.EventsReader;
import io.tailrace.inspect.HistoryView;
import io.tailrace.inspect.HistoryView.KeptStream;
import io.tailrace.inspect.LinkView;
import io.tailrace.inspect.Metrics;
import io.tailrace.inspect.Metrics.OfStream;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.PublishedBytes;
import io.tailrace.inspect.StreamView;
import io.tailrace.inspect.SubscriptionMetrics;
import io.tailrace.tools.command.MetricFamilies;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Reads a driver's directory once for all concurrent requests. Any thread. */
final class Scrapes {
    /** Reads the directory, in one thread at a time. */
    @FunctionalInterface
    interface Watch {
        Observation look() throws IOException;
    }

    private static final int MAX_SUBSCRIPTIONS = 1000;

    private final Watch watch;
    private final PublishedBytes published = new PublishedBytes();
    private final AtomicReference<@Nullable FutureTask<MetricSnapshots>> running = new AtomicReference<>();

    Scrapes(Watch watch) {
        this.watch = watch;
    }

    /**
     * {@return the current metrics, or those of a moment ago if another thread is already reading them}
     *
     * @throws IOException if a folder of the directory cannot be read
     */
    MetricSnapshots read() throws IOException, InterruptedException {
        FutureTask<MetricSnapshots> mine = new FutureTask<>(this::collect);
        FutureTask<MetricSnapshots> others = running.compareAndExchange(null, mine);
        if (others != null) {
            return result(others);
        }
        try {
            mine.run();
        } finally {
            running.set(null);
        }
        return result(mine);
    }

    private static MetricSnapshots result(FutureTask<MetricSnapshots> scrape) throws IOException, InterruptedException {
        try {
            return scrape.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException("cannot read the metrics: " + e.getCause(), e.getCause());
        }
    }

    private MetricSnapshots collect() throws IOException {
        Observation seen = watch.look();
        published.add(seen.now().streams());
        MetricFamilies families = new MetricFamilies();
        Metrics.CHECKED.forEach(metric -> families.add(metric, seen));
        Metrics.MORE.forEach(metric -> families.add(metric, seen));
        Map<Labels, OfStream> streams = new LinkedHashMap<>();
        for (StreamView stream : seen.now().streams()) {
            streams.put(Labels.of(Metrics.LABEL, stream.name()), new OfStream(seen.interval(), stream));
        }
        Metrics.CHECKED_OF_STREAMS.forEach(metric -> families.addOfEach(metric, streams));
        Metrics.MORE_OF_STREAMS.forEach(metric -> families.addOfEach(metric, streams));
        families.addOfEach(Metrics.publishedBytes(published), streams);
        Map<Labels, Long> events = new LinkedHashMap<>();
        EventsReader.totals(new DriverDirectory(seen.now().directory()))
                .forEach((kind, total) -> events.put(Labels.of("kind", kind.word()), total));
        families.addOfEach(Metrics.EVENTS, events);
        Map<Labels, SubscriptionMetrics> subscriptions = new LinkedHashMap<>();
        SubscriptionMetrics.of(seen.now(), MAX_SUBSCRIPTIONS)
                .forEach((key, figures) -> subscriptions.put(
                        Labels.of(
                                Metrics.LABEL,
                                key.stream(),
                                "subscription",
                                key.subscription(),
                                "program",
                                key.program()),
                        figures));
        SubscriptionMetrics.ALL.forEach(metric -> families.addOfEach(metric, subscriptions));
        Map<Labels, HistoryView> histories = new LinkedHashMap<>();
        Map<Labels, KeptStream> kept = new LinkedHashMap<>();
        for (HistoryView history : seen.now().histories()) {
            Labels labels = Labels.of("history", history.directory().toString());
            histories.put(labels, history);
            history.streams().forEach(stream -> kept.put(labels.add(Metrics.LABEL, stream.name()), stream));
        }
        Metrics.OF_HISTORIES.forEach(metric -> families.addOfEach(metric, histories));
        Metrics.OF_KEPT_STREAMS.forEach(metric -> families.addOfEach(metric, kept));
        Map<Labels, LinkView> links = new LinkedHashMap<>();
        seen.now().links().stream()
                .filter(link -> !link.isOver())
                .forEach(link -> links.put(Labels.of(link.labels()), link));
        Metrics.OF_LINKS.forEach(metric -> families.addOfEach(metric, links));
        return families.build();
    }
}
