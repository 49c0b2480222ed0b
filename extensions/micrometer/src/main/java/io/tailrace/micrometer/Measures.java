/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import io.micrometer.core.instrument.Tags;
import io.tailrace.inspect.Metric;
import io.tailrace.inspect.Metrics;
import io.tailrace.inspect.Metrics.OfStream;
import io.tailrace.inspect.PublishedBytes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Figures in Micrometer's form: {@code tailrace_stream_lag_bytes} is {@code tailrace.stream.lag} in bytes. Only a
 * limited number of streams have a tag of their own, for as long as they exist; all others share one tag. One thread.
 */
final class Measures {
    static final String OTHER = "other";

    /** Without its unit it would collide with {@code tailrace.link.lag}, which is in bytes. */
    private static final String WITH_UNIT = "tailrace_link_lag_seconds";

    /**
     * A value at one moment.
     *
     * @param unit Micrometer's unit, or null for a count of things
     * @param source null for a level; else the thing that has counted to this value; another source counts from 0
     */
    record Measure(
            String name,
            @Nullable String unit,
            String help,
            Tags tags,
            double value,
            @Nullable Object source) {}

    private final String prefix;
    private final Tags driver;
    private final int maxStreams;
    private final PublishedBytes published = new PublishedBytes();
    private final Set<String> named = new HashSet<>();
    private List<Measure> measures = new ArrayList<>();

    /** @param prefix the prefix of all names, in place of {@code tailrace.} */
    Measures(String prefix, Tags driver, int maxStreams) {
        this.prefix = prefix;
        this.driver = driver;
        this.maxStreams = maxStreams;
    }

    /** {@return the measures added since the last call} */
    List<Measure> take() {
        List<Measure> taken = measures;
        measures = new ArrayList<>();
        return taken;
    }

    /** Adds a measure of another name. */
    void add(String name, String help, Tags tags, double value, @Nullable Object source) {
        measures.add(new Measure(prefix + name, null, help, driver.and(tags), value, source));
    }

    /**
     * Adds a metric unless its value is not known.
     *
     * @param source for a counter, the thing that has counted
     */
    <T> void add(Metric<T> metric, T thing, Tags tags, Object source) {
        double value = metric.of(thing);
        String name = metric.name().substring(metric.name().indexOf('_') + 1);
        String unit = metric.unit() == null || metric.unit().equals("ratio") ? null : metric.unit();
        int unitLength = unit == null || metric.name().equals(WITH_UNIT) ? 0 : unit.length() + 1;
        String dotted = name.substring(0, name.length() - unitLength).replace('_', '.');
        if (!Double.isNaN(value)) {
            measures.add(new Measure(
                    prefix + dotted, unit, metric.help(), driver.and(tags), value, metric.counter() ? source : null));
        }
    }

    /** Adds the measures of all streams that exist. */
    void addStreams(Collection<OfStream> streams) {
        published.add(streams.stream().map(OfStream::stream).toList());
        named.retainAll(streams.stream().map(OfStream::name).toList());
        TreeMap<String, OfStream> tagged = new TreeMap<>();
        for (OfStream stream : streams) {
            String name = stream.name();
            boolean hasRoom = named.contains(name) || (named.size() < maxStreams && named.add(name));
            String tag = hasRoom ? name : OTHER;
            tagged.merge(tag, stream, OfStream::plus);
            add(Metrics.publishedBytes(published), stream, Tags.of(Metrics.LABEL, tag), name);
        }
        tagged.forEach((tag, stream) -> Stream.of(Metrics.CHECKED_OF_STREAMS, Metrics.MORE_OF_STREAMS)
                .flatMap(List::stream)
                .forEach(metric -> add(metric, stream, Tags.of(Metrics.LABEL, tag), tag)));
    }
}
