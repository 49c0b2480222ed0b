/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import io.micrometer.core.instrument.Tags;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.EventsReader;
import io.tailrace.inspect.LinkView;
import io.tailrace.inspect.LocalHost;
import io.tailrace.inspect.Metrics;
import io.tailrace.inspect.Metrics.OfStream;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.SubscriptionMetrics;
import io.tailrace.micrometer.Measures.Measure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The client or driver whose metrics are shown. One thread. */
interface MetricSource extends AutoCloseable {
    /**
     * {@return the measures to show now}
     *
     * @throws IOException if a folder of the directory cannot be read
     */
    List<Measure> read() throws IOException;

    @Override
    void close();

    /** {@return the metrics of a driver's directory, whether or not a driver lives there} */
    static MetricSource ofDriver(Path path, int maxStreams) {
        DriverDirectory directory = new DriverDirectory(path);
        SnapshotReader reader = new SnapshotReader(directory, new LocalHost());
        Tags tags = Tags.of("driver", directory.path().toString());
        Measures measures = new Measures("tailrace.", tags, maxStreams);
        return new MetricSource() {
            @Override
            public List<Measure> read() throws IOException {
                Observation seen = reader.observe();
                long pid = seen.now().driver().owner().pid(); // The next driver counts from 0.
                Metrics.CHECKED.forEach(metric -> measures.add(metric, seen, Tags.empty(), pid));
                Metrics.MORE.forEach(metric -> measures.add(metric, seen, Tags.empty(), pid));
                measures.addStreams(seen.now().streams().stream()
                        .map(stream -> new OfStream(seen.interval(), stream))
                        .toList());
                EventsReader.totals(directory)
                        .forEach((kind, total) ->
                                measures.add(Metrics.EVENTS, total, Tags.of("kind", kind.word()), directory.path()));
                SubscriptionMetrics.of(seen.now(), maxStreams).forEach((key, figures) -> {
                    Tags of = Tags.of(Metrics.LABEL, key.stream())
                            .and("subscription", key.subscription(), "program", key.program());
                    SubscriptionMetrics.ALL.forEach(metric -> measures.add(metric, figures, of, key));
                });
                for (LinkView link : seen.now().links()) {
                    if (!link.isOver()) {
                        Object counting =
                                List.of(link.said().path(), link.said().startedMs());
                        Metrics.OF_LINKS.forEach(
                                metric -> measures.add(metric, link, Tags.of(link.labels()), counting));
                    }
                }
                return measures.take();
            }

            @Override
            public void close() {
                reader.close();
            }
        };
    }
}
