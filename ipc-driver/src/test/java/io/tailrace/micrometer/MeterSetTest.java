/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tailrace.micrometer.Measures.Measure;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeterSetTest {
    private static final Tags QUOTES = Tags.of("stream", "quotes");
    private static final Tags ORDERS = Tags.of("stream", "orders");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MeterSet set = new MeterSet(registry);

    private static Measure lag(Tags tags, double value) {
        return new Measure("lag", "bytes", "Lag", tags, value, null);
    }

    private static Measure lost(double value, Object source) {
        return new Measure("lost", "bytes", "Lost", QUOTES, value, source);
    }

    private double lag(Tags tags) {
        return registry.get("lag").tags(tags).gauge().value();
    }

    private double lost() {
        return registry.get("lost").functionCounter().count();
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
        set.close();
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
