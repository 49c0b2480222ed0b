/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tailrace.inspect.Metrics.OfStream;
import io.tailrace.inspect.StreamView;
import io.tailrace.micrometer.Measures.Measure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Measures, and the meters that show them. */
class MeasuresTest {
    private static final Tags QUOTES = Tags.of("stream", "quotes");
    private static final Tags ORDERS = Tags.of("stream", "orders");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TailraceMetrics.MeterSet set = new TailraceMetrics.MeterSet(registry);
    private final List<OfStream> streams = new ArrayList<>();
    private final Measures measures = new Measures("tailrace.", Path.of("d"), 2) {
        @Override
        void addAll() {
            addStreams(streams);
        }

        @Override
        public void close() {}
    };

    private static Measure lag(Tags tags, double value) {
        return new Measure(new Meter.Id("lag", tags, "bytes", "Lag", Meter.Type.GAUGE), value, null);
    }

    private static Measure lost(double value, Object source) {
        return new Measure(new Meter.Id("lost", QUOTES, "bytes", "Lost", Meter.Type.COUNTER), value, source);
    }

    private double lag(Tags tags) {
        return registry.get("lag").tags(tags).gauge().value();
    }

    private double lost() {
        return registry.get("lost").functionCounter().count();
    }

    private Set<String> tags(String... names) {
        streams.clear();
        for (String stream : names) {
            streams.add(new OfStream(new StreamView(stream, List.of(), List.of(), List.of()), false, false, 0, 0));
        }
        Set<String> tags = new HashSet<>();
        for (Measures.Measure measure : measures.read()) {
            measure.id().getTags().stream()
                    .filter(tag -> tag.getKey().equals("stream"))
                    .map(Tag::getValue)
                    .forEach(tags::add);
        }
        return tags;
    }

    @Test
    void onlySoManyStreamsHaveATagOfTheirOwnForAsLongAsTheyAreThere() {
        assertEquals(Set.of("m", "n"), tags("m", "n"));
        assertEquals(Set.of("m", "n", "other"), tags("a", "m", "n", "z"), "the first one keeps it");
        assertEquals(Set.of("a", "m", "other"), tags("a", "m", "z"), "a removed one makes room");
        assertEquals(Set.of(), tags());
    }

    @Test
    void levelsFollowAndWhatHasGoneIsRemoved() {
        set.show(List.of(lag(QUOTES, 7), lag(ORDERS, 8)));
        System.gc();
        assertEquals(7, lag(QUOTES));
        assertEquals("bytes", registry.get("lag").tags(ORDERS).gauge().getId().getBaseUnit());
        set.show(List.of(lag(QUOTES, 9)));
        assertEquals(9, lag(QUOTES));
        assertNull(registry.find("lag").tags(ORDERS).gauge());
        set.show(List.of(lag(ORDERS, 1)));
        assertEquals(1, lag(ORDERS));
        set.show(List.of());
        assertEquals(List.of(), registry.getMeters());
    }

    @Test
    void aTotalNeverFallsWhereASourceGoesOrBeginsAnew() {
        set.show(List.of(lost(100, "a"), lost(20, "b")));
        System.gc(); // A registry refers to what it shows weakly.
        assertEquals(120, lost());
        set.show(List.of(lost(25, "b"))); // a is closed.
        assertEquals(125, lost());
        set.show(List.of(lost(3, "b"), lost(4, "c"))); // b has started again.
        assertEquals(132, lost());
    }
}
