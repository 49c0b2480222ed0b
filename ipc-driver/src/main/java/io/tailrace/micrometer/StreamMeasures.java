/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The measures of streams. Only so many have a tag of their own, for as long as they are there; all others share one.
 * One thread.
 */
final class StreamMeasures {
    static final String OTHER = "other";
    private static final String BYTES = "bytes";

    private final Tags driver;
    private final int maxStreams;
    private final Measure.Name position;
    private final Measure.Name published;
    private final Measure.Name publishers;
    private final Measure.Name subscribers;
    private final Measure.Name lag;
    private final Measure.Name lagRatio;
    private final Measure.Name droppingLag;
    private final Measure.Name heldBack;
    private final Set<String> named = new HashSet<>();
    private Map<Long, Long> firstTails = Map.of();
    private boolean begun;

    /**
     * @param prefix of their names
     */
    StreamMeasures(String prefix, Tags driver, int maxStreams) {
        this.driver = driver;
        this.maxStreams = maxStreams;
        position = new Measure.Name(prefix + "position", BYTES, "Bytes published to the logs that are there");
        published = new Measure.Name(prefix + "published", BYTES, "Bytes published since this was first read");
        publishers = new Measure.Name(prefix + "publishers", null, "Publications");
        subscribers = new Measure.Name(prefix + "subscribers", null, "Subscriptions with a log");
        lag = new Measure.Name(
                prefix + "lag", BYTES, "How far the slowest subscriber is behind that publishers wait for");
        droppingLag = new Measure.Name(
                prefix + "dropping.lag",
                BYTES,
                "How far the slowest subscriber is behind that publishers do not wait for");
        lagRatio = new Measure.Name(
                prefix + "lag.ratio", null, "The lag in parts of what publishers may be ahead: from 1 on they wait");
        heldBack = new Measure.Name(prefix + "held.back", null, "Whether publishers wait: 1 or 0");
    }

    /** {@return the measures of these streams} */
    List<Measure> of(Map<String, StreamFigures> streams) {
        if (!begun) { // What was there before counts from here on.
            begun = true;
            firstTails = new HashMap<>();
            streams.values().forEach(stream -> firstTails.putAll(stream.tails()));
        }
        List<Measure> measures = new ArrayList<>();
        tagged(streams).forEach((name, figures) -> add(measures, figures, driver.and("stream", name)));
        return measures;
    }

    private Map<String, StreamFigures> tagged(Map<String, StreamFigures> streams) {
        named.retainAll(streams.keySet());
        Map<String, StreamFigures> tagged = new TreeMap<>();
        streams.forEach((name, figures) -> {
            boolean hasRoom = named.contains(name) || (named.size() < maxStreams && named.add(name));
            tagged.computeIfAbsent(hasRoom ? name : OTHER, tag -> new StreamFigures())
                    .add(figures);
        });
        return tagged;
    }

    private void add(List<Measure> measures, StreamFigures figures, Tags tags) {
        measures.add(new Measure(position, tags, (double) figures.position(), null));
        measures.add(new Measure(publishers, tags, figures.publications(), null));
        measures.add(new Measure(subscribers, tags, figures.subscriptions(), null));
        measures.add(new Measure(lag, tags, (double) figures.lag(), null));
        measures.add(new Measure(lagRatio, tags, figures.lagRatio(), null));
        measures.add(new Measure(droppingLag, tags, figures.droppingLag(), null));
        measures.add(new Measure(heldBack, tags, figures.isHeldBack() ? 1 : 0, null));
        figures.tails()
                .forEach((logId, tail) -> measures.add(new Measure(
                        published, tags, (double) Math.max(0, tail - firstTails.getOrDefault(logId, 0L)), logId)));
    }
}
