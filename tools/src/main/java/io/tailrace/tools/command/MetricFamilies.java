/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import io.tailrace.inspect.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Collects metrics for the client library of Prometheus. An unknown value (NaN) is left out, and so is a metric without
 * a value. One thread.
 */
public final class MetricFamilies {
    private final MetricSnapshots.Builder all = MetricSnapshots.builder();

    /** Adds a metric with a single value. */
    public <T> void add(Metric<T> metric, T thing) {
        addOfEach(metric, Map.of(Labels.EMPTY, thing));
    }

    /** Adds a metric with a value for each thing. */
    public <T> void addOfEach(Metric<T> metric, Map<Labels, T> things) {
        List<CounterDataPointSnapshot> totals = new ArrayList<>();
        List<GaugeDataPointSnapshot> levels = new ArrayList<>();
        things.forEach((labels, thing) -> {
            double value = metric.of(thing);
            if (!Double.isNaN(value) && metric.counter()) {
                // The library refuses a negative value, and a file may contain any value.
                totals.add(CounterDataPointSnapshot.builder()
                        .value(Math.max(0, value))
                        .labels(labels)
                        .build());
            } else if (!Double.isNaN(value)) {
                levels.add(GaugeDataPointSnapshot.builder()
                        .value(value)
                        .labels(labels)
                        .build());
            }
        });
        Unit unit = metric.unit() == null ? null : new Unit(metric.unit());
        MetricMetadata metadata = new MetricMetadata(metric.name(), metric.help(), unit);
        if (!totals.isEmpty()) {
            all.metricSnapshot(new CounterSnapshot(metadata, totals));
        } else if (!levels.isEmpty()) {
            all.metricSnapshot(new GaugeSnapshot(metadata, levels));
        }
    }

    /** {@return all metrics} */
    public MetricSnapshots build() {
        return all.build();
    }
}
