/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import io.tailrace.tools.view.StreamMetric;
import io.tailrace.tools.view.StreamView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Collects metrics for the client library of Prometheus. The end of a name says the unit. A value that is not known
 * (NaN) is left out, and so is a metric without a value. One thread.
 */
final class MetricFamilies {
    private static final List<Unit> UNITS = List.of(Unit.BYTES, Unit.SECONDS, Unit.RATIO);

    private final MetricSnapshots.Builder all = MetricSnapshots.builder();

    /** One value for each stream, whose name is its label. */
    final class OfStreams {
        private record Labelled(StreamView stream, Labels labels) {}

        private final List<Labelled> streams = new ArrayList<>();

        private OfStreams(List<StreamView> views) {
            views.forEach(view -> streams.add(new Labelled(view, Labels.of(StreamMetric.LABEL, view.name()))));
        }

        void gauge(String name, String help, ToDoubleFunction<StreamView> value) {
            List<GaugeDataPointSnapshot> points = new ArrayList<>();
            for (Labelled each : streams) {
                points.add(point(value.applyAsDouble(each.stream), each.labels));
            }
            addGauge(name, help, points);
        }

        void counter(String name, String help, ToDoubleFunction<StreamView> value) {
            List<CounterDataPointSnapshot> points = new ArrayList<>();
            for (Labelled each : streams) {
                points.add(total(value.applyAsDouble(each.stream), each.labels));
            }
            addCounter(name, help, points);
        }
    }

    OfStreams ofStreams(List<StreamView> streams) {
        return new OfStreams(streams);
    }

    void gauge(String name, String help, double value) {
        addGauge(name, help, Double.isNaN(value) ? List.of() : List.of(point(value, Labels.EMPTY)));
    }

    /** @param name without the {@code _total} that Prometheus wants at its end */
    void counter(String name, String help, double value) {
        addCounter(name, help, Double.isNaN(value) ? List.of() : List.of(total(value, Labels.EMPTY)));
    }

    MetricSnapshots build() {
        return all.build();
    }

    private void addGauge(String name, String help, List<GaugeDataPointSnapshot> points) {
        if (!points.isEmpty()) {
            GaugeSnapshot.Builder gauge =
                    GaugeSnapshot.builder().name(name).unit(unit(name)).help(help);
            points.forEach(gauge::dataPoint);
            all.metricSnapshot(gauge.build());
        }
    }

    private void addCounter(String name, String help, List<CounterDataPointSnapshot> points) {
        if (!points.isEmpty()) {
            CounterSnapshot.Builder counter =
                    CounterSnapshot.builder().name(name).unit(unit(name)).help(help);
            points.forEach(counter::dataPoint);
            all.metricSnapshot(counter.build());
        }
    }

    private static GaugeDataPointSnapshot point(double value, Labels labels) {
        return GaugeDataPointSnapshot.builder().value(value).labels(labels).build();
    }

    /** The library refuses a negative one, and anything may stand in a file. */
    private static CounterDataPointSnapshot total(double value, Labels labels) {
        return CounterDataPointSnapshot.builder()
                .value(Math.max(0, value))
                .labels(labels)
                .build();
    }

    private static @Nullable Unit unit(String name) {
        return UNITS.stream()
                .filter(unit -> name.endsWith("_" + unit))
                .findFirst()
                .orElse(null);
    }
}
