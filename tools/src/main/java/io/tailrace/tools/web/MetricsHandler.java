/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.prometheus.metrics.config.PrometheusProperties;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.EventsReader;
import io.tailrace.inspect.HistoryView;
import io.tailrace.inspect.HistoryView.KeptStream;
import io.tailrace.inspect.Host;
import io.tailrace.inspect.LinkView;
import io.tailrace.inspect.Metrics;
import io.tailrace.inspect.Metrics.OfStream;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.PublishedBytes;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.StreamView;
import io.tailrace.inspect.SubscriptionMetrics;
import io.tailrace.internal.ErrorText;
import io.tailrace.tools.command.MetricFamilies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Answers Prometheus in the format that it asks for: each GET or HEAD reads the directory, of a living or a dead
 * driver, and changes nothing there. Requests that wait for a look share the next one. Any thread.
 */
final class MetricsHandler implements HttpHandler {
    private static final int MAX_SUBSCRIPTIONS = 1000;

    private final Looks looks;
    private final DriverDirectory directory;
    private final Host host;
    private final PublishedBytes published = new PublishedBytes();
    /** Ignores the properties of the JVM and the properties file. */
    private final ExpositionFormats formats =
            ExpositionFormats.init(PrometheusProperties.builder().build());

    /** Answers from looks at the directory of a driver that lives, is dead, or may start later. */
    MetricsHandler(Looks looks, DriverDirectory directory, Host host) {
        this.looks = looks;
        this.directory = directory;
        this.host = host;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        MetricSnapshots metrics;
        try {
            metrics = looks.read(System.nanoTime(), this::collect);
        } catch (UncheckedIOException e) {
            Reply.refusal(Reply.UNAVAILABLE, "cannot read the directory of the driver: " + ErrorText.of(e))
                    .send(exchange);
            return;
        }
        if (metrics == null) {
            Reply.ended().send(exchange);
            return;
        }
        ExpositionFormatWriter writer = formats.findWriter(header(exchange, "Accept"));
        String encodings = header(exchange, "Accept-Encoding");
        boolean zipped = encodings != null && encodings.contains("gzip");
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (OutputStream out = zipped ? new GZIPOutputStream(body) : body) {
            writer.write(out, metrics);
        }
        if (zipped) {
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
        }
        new Reply(Reply.OK, writer.getContentType(), body.toByteArray()).send(exchange);
    }

    private static @Nullable String header(HttpExchange exchange, String name) {
        return exchange.getRequestHeaders().getFirst(name);
    }

    /** There are metrics, too, where there are no files of a driver. */
    private Observation seen(LookJson look) {
        if (look.seen() != null) {
            return look.seen();
        }
        try (SnapshotReader reader = new SnapshotReader(directory, host)) {
            return reader.observe();
        } catch (IOException e) {
            throw new UncheckedIOException(ErrorText.of(e), e);
        }
    }

    private MetricSnapshots collect(LookJson look) {
        Observation seen = seen(look);
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
