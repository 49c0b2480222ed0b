/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.tailrace.micrometer.Measures.Measure;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The meters in one registry: one for each name and tags of the last measures, and none for things that are gone. The
 * caller holds a lock; the registry reads values at any time.
 */
final class MeterSet {
    private record Key(String name, Tags tags) {}

    /** A source of counts, and its meter. */
    private record Counting(Key key, Object source) {}

    /** A meter and its value. Registries refer to the value weakly, so this set keeps it. */
    private static final class Shown {
        private volatile double value;
        private Meter meter;

        Shown(MeterRegistry registry, Measure measure) {
            meter = measure.source() == null
                    ? Gauge.builder(measure.name(), this, shown -> shown.value)
                            .tags(measure.tags())
                            .baseUnit(measure.unit())
                            .description(measure.help())
                            .strongReference(true)
                            .register(registry)
                    : FunctionCounter.builder(measure.name(), this, shown -> shown.value)
                            .tags(measure.tags())
                            .baseUnit(measure.unit())
                            .description(measure.help())
                            .register(registry);
        }
    }

    private final MeterRegistry registry;
    private final Map<Key, Shown> shown = new HashMap<>();
    private final Map<Counting, Double> counted = new HashMap<>();

    MeterSet(MeterRegistry registry) {
        this.registry = registry;
    }

    /**
     * Shows exactly these measures. A total is the sum of the counts of all its sources, including those that are gone.
     */
    void show(List<Measure> measures) {
        Set<Key> keys = new HashSet<>();
        Set<Counting> counting = new HashSet<>();
        for (Measure measure : measures) {
            Key key = new Key(measure.name(), measure.tags());
            Shown meter = shown.get(key);
            if (meter == null) {
                meter = new Shown(registry, measure);
                shown.put(key, meter);
            }
            keys.add(key);
            Object source = measure.source();
            if (source == null) {
                meter.value = measure.value();
            } else {
                Counting counter = new Counting(key, source);
                counting.add(counter);
                double before = meter.value; // Only this thread writes it.
                meter.value = before + growth(counter, measure.value());
            }
        }
        counted.keySet().retainAll(counting);
        shown.entrySet().removeIf(each -> !keys.contains(each.getKey()) && remove(each.getValue()));
    }

    private double growth(Counting counter, double value) {
        Double before = counted.put(counter, value);
        return before == null || before > value ? value : value - before;
    }

    private boolean remove(Shown meter) {
        registry.remove(meter.meter);
        return true;
    }

    /** Removes all meters. */
    void close() {
        show(List.of());
    }
}
