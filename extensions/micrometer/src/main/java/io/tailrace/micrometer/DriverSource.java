/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import io.micrometer.core.instrument.Tags;
import io.tailrace.inspect.EventsReader;
import io.tailrace.inspect.LinkView;
import io.tailrace.inspect.LocalHost;
import io.tailrace.inspect.Metrics;
import io.tailrace.inspect.Metrics.OfStream;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.SubscriptionMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A driver's directory, whether or not a driver lives there. */
final class DriverSource extends Measures {
    private final SnapshotReader reader;

    DriverSource(Path path, int maxStreams) {
        super("tailrace.", path, maxStreams);
        this.reader = new SnapshotReader(directory, new LocalHost());
    }

    @Override
    void addAll() throws IOException {
        Observation seen = reader.observe();
        long pid = seen.now().driver().owner().pid(); // The next driver counts from 0.
        add(Metrics.CHECKED, seen, Tags.empty(), pid);
        add(Metrics.MORE, seen, Tags.empty(), pid);
        addStreams(seen.now().streams().stream()
                .map(stream -> new OfStream(seen.interval(), stream))
                .toList());
        EventsReader.totals(directory)
                .forEach((kind, total) -> add(Metrics.EVENTS, total, Tags.of("kind", kind.word()), directory.path()));
        SubscriptionMetrics.of(seen.now(), maxStreams).forEach((key, figures) -> {
            Tags of = Tags.of(Metrics.LABEL, key.stream())
                    .and("subscription", key.subscription(), "program", key.program());
            add(SubscriptionMetrics.ALL, figures, of, key);
        });
        for (LinkView link : seen.now().links()) {
            if (!link.isOver()) {
                Object counting = List.of(link.said().path(), link.said().startedMs());
                add(Metrics.OF_LINKS, link, Tags.of(link.labels()), counting);
            }
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}
