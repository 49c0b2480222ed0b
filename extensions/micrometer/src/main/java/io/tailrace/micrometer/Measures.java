/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.LogView;
import io.tailrace.inspect.Metric;
import io.tailrace.inspect.Metrics;
import io.tailrace.inspect.Metrics.OfStream;
import io.tailrace.inspect.PublishedBytes;
import io.tailrace.inspect.StreamView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a client or a driver in Micrometer's form: {@code tailrace_stream_lag_bytes} is {@code
 * tailrace.stream.lag} in bytes. Only a limited number of streams have a tag of their own, for as long as they exist;
 * all others share one tag. One thread.
 */
abstract class Measures implements AutoCloseable {
    static final String OTHER = "other";

    /** Without its unit it would collide with {@code tailrace.link.lag}, which is in bytes. */
    private static final String WITH_UNIT = "tailrace_link_lag_seconds";

    /**
     * A value at one moment.
     *
     * @param id with Micrometer's unit, or none for a count of things
     * @param source null for a level; else the thing that has counted to this value; another source counts from 0
     */
    record Measure(Meter.Id id, double value, @Nullable Object source) {}

    final DriverDirectory directory;
    private final String prefix;
    private final Tags driver;
    final int maxStreams;
    private final PublishedBytes published = new PublishedBytes();
    private final Set<String> named = new HashSet<>();
    private final List<Measure> measures = new ArrayList<>();

    /** @param prefix the prefix of all names, in place of {@code tailrace.} */
    Measures(String prefix, Path path, int maxStreams) {
        this.prefix = prefix;
        this.directory = new DriverDirectory(path);
        this.driver = Tags.of("driver", directory.path().toString());
        this.maxStreams = maxStreams;
    }

    /** Adds all measures. */
    abstract void addAll() throws IOException;

    @Override
    public abstract void close();

    /** {@return the measures to show now; none if they cannot be read, because files may be damaged in any way} */
    final List<Measure> read() {
        measures.clear();
        try {
            addAll();
            return List.copyOf(measures);
        } catch (IOException | RuntimeException | InternalError e) {
            return List.of();
        }
    }

    /**
     * Adds a metric unless its value is not known.
     *
     * @param source for a counter, the thing that has counted
     */
    final <T> void add(Metric<T> metric, T thing, Tags tags, Object source) {
        double value = metric.of(thing);
        String unit = "ratio".equals(metric.unit()) ? null : metric.unit();
        int unitLength = unit == null || metric.name().equals(WITH_UNIT) ? 0 : unit.length() + 1;
        String name = metric.name()
                .substring(metric.name().indexOf('_') + 1, metric.name().length() - unitLength);
        if (!Double.isNaN(value)) {
            add(name.replace('_', '.'), unit, metric.help(), tags, value, metric.counter() ? source : null);
        }
    }

    final void add(String name, @Nullable String unit, String help, Tags tags, double value, @Nullable Object source) {
        Meter.Type type = source == null ? Meter.Type.GAUGE : Meter.Type.COUNTER;
        measures.add(new Measure(new Meter.Id(prefix + name, driver.and(tags), unit, help, type), value, source));
    }

    final <T> void add(List<Metric<T>> metrics, T thing, Tags tags, Object source) {
        metrics.forEach(metric -> add(metric, thing, tags, source));
    }

    /** Adds the measures of all streams that exist. Bytes of a log count from its first look on. */
    final void addStreams(Collection<OfStream> streams, LogView... logs) {
        List<StreamView> all =
                new ArrayList<>(streams.stream().map(OfStream::stream).toList());
        all.add(new StreamView("", List.of(logs), List.of(), List.of())); // No stream has that name.
        published.add(all);
        named.retainAll(streams.stream().map(OfStream::name).toList());
        TreeMap<String, OfStream> tagged = new TreeMap<>();
        for (OfStream stream : streams) {
            String name = stream.name();
            boolean hasRoom = named.contains(name) || (named.size() < maxStreams && named.add(name));
            String tag = hasRoom ? name : OTHER;
            tagged.merge(tag, stream, OfStream::plus);
            add(Metrics.publishedBytes(published), stream, Tags.of(Metrics.LABEL, tag), name);
        }
        tagged.forEach((tag, stream) -> {
            add(Metrics.CHECKED_OF_STREAMS, stream, Tags.of(Metrics.LABEL, tag), tag);
            add(Metrics.MORE_OF_STREAMS, stream, Tags.of(Metrics.LABEL, tag), tag);
        });
    }
}
