/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tailrace.Tailrace;
import io.tailrace.micrometer.Measures.Measure;
import io.tailrace.report.GuardedHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The activity of a client, or of a driver and all its clients, as Micrometer meters. A daemon thread updates them
 * every few seconds, and removes the meters of streams that are gone; closing this object removes all meters. Tags are
 * {@code driver} (its directory) and {@code stream}; ids are no tags. Needs {@code io.micrometer:micrometer-core}. Any
 * thread.
 *
 * <pre>{@code
 * try (TailraceMetrics metrics = TailraceMetrics.of(tailrace)) {
 *     metrics.bindTo(registry);
 *     …
 * }
 * }</pre>
 */
@SuppressWarnings("exports") // Only programs that use this class need Micrometer.
public final class TailraceMetrics implements MeterBinder, AutoCloseable {
    /** The number of streams that have a tag of their own; all others together are {@code other}. */
    public static final int DEFAULT_MAX_STREAMS = 200;

    public static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(5);

    private final Measures source;
    private final Duration interval;
    private final List<MeterSet> sets = new ArrayList<>();
    /** The first problem goes to the uncaught exception handler. */
    private final Consumer<Throwable> problems = new GuardedHandler(problem -> {
        throw new IllegalStateException("metrics could not be shown, and will be again: " + problem, problem);
    });

    private boolean closed;

    private TailraceMetrics(Measures source, int maxStreams, Duration interval) {
        if (maxStreams < 0 || interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException(
                    "out of range: maxStreams=" + maxStreams + ", min=0, interval=" + interval + ", min=more than 0");
        }
        this.source = source;
        this.interval = interval;
    }

    /** {@return the metrics of a client: its streams, its sleeps, and its part of {@code tailrace counters}} */
    public static TailraceMetrics of(Tailrace client) {
        return of(client, DEFAULT_MAX_STREAMS, DEFAULT_INTERVAL);
    }

    /** {@return the same, with another number of streams that have a tag of their own, and another interval} */
    public static TailraceMetrics of(Tailrace client, int maxStreams, Duration interval) {
        return new TailraceMetrics(new ClientSource(client, maxStreams), maxStreams, interval);
    }

    /**
     * {@return the metrics of a driver, living or dead, with its clients and all streams} Files are mapped for reading
     * only. The driver's user must be this user or a trusted one: this class reads whatever the files contain.
     */
    public static TailraceMetrics ofDriver(Path directory) {
        return ofDriver(directory, DEFAULT_MAX_STREAMS, DEFAULT_INTERVAL);
    }

    /** {@return the same, with another number of streams that have a tag of their own, and another interval} */
    public static TailraceMetrics ofDriver(Path directory, int maxStreams, Duration interval) {
        return new TailraceMetrics(new DriverSource(directory, maxStreams), maxStreams, interval);
    }

    /**
     * Shows the metrics in this registry, too.
     *
     * @throws IllegalStateException if this is closed
     */
    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        if (closed) {
            throw new IllegalStateException("these metrics are closed");
        }
        sets.add(new MeterSet(Objects.requireNonNull(registry, "registry")));
        show();
        if (sets.size() == 1) {
            Thread thread = new Thread(this::run, "tailrace-metrics");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private synchronized void run() {
        try {
            while (!closed) {
                TimeUnit.NANOSECONDS.timedWait(this, interval.toNanos());
                try { // An error, for want of heap or from a registry, is reported once.
                    show();
                } catch (Throwable t) {
                    problems.accept(t);
                }
            }
        } catch (InterruptedException e) {
            close(); // No thread would update them.
        }
    }

    /** Shows the current state, without the parts that cannot be read. */
    private synchronized void show() {
        if (!closed) {
            List<Measure> measures = source.read();
            sets.forEach(set -> set.show(measures));
        }
    }

    /** Removes all meters. Any number of times. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            sets.forEach(set -> set.show(List.of()));
            source.close();
            notifyAll();
        }
    }

    /**
     * The meters in one registry: one for each name and tags of the last measures, and none for things that are gone.
     * The caller holds a lock; the registry reads values at any time.
     */
    static final class MeterSet {
        private final MeterRegistry registry;
        private final Map<Meter.Id, Shown> shown = new HashMap<>();

        MeterSet(MeterRegistry registry) {
            this.registry = registry;
        }

        /** Shows exactly these measures. */
        void show(List<Measure> measures) {
            Map<Meter.Id, List<Measure>> current = measures.stream().collect(Collectors.groupingBy(Measure::id));
            current.forEach((id, values) ->
                    shown.computeIfAbsent(id, key -> new Shown(registry, key)).show(values));
            shown.entrySet().removeIf(each -> !current.containsKey(each.getKey()) && remove(each.getValue()));
        }

        private boolean remove(Shown meter) {
            registry.remove(meter.meter);
            return true;
        }
    }

    /** A meter and its value. Registries refer to the value weakly, so the set keeps it. */
    private static final class Shown {
        private final Meter meter;
        /** The count of each source of a total. */
        private Map<Object, Double> counted = Map.of();

        private volatile double value;

        Shown(MeterRegistry registry, Meter.Id id) {
            meter = id.getType() == Meter.Type.GAUGE
                    ? Gauge.builder(id.getName(), this, shown -> shown.value)
                            .tags(id.getTagsAsIterable())
                            .baseUnit(id.getBaseUnit())
                            .description(id.getDescription())
                            .strongReference(true)
                            .register(registry)
                    : FunctionCounter.builder(id.getName(), this, shown -> shown.value)
                            .tags(id.getTagsAsIterable())
                            .baseUnit(id.getBaseUnit())
                            .description(id.getDescription())
                            .register(registry);
        }

        /** A total is the sum of the counts of all its sources, including those that are gone. */
        void show(List<Measure> measures) {
            Map<Object, Double> counts = new HashMap<>();
            double total = value;
            for (Measure measure : measures) {
                double now = measure.value();
                Object source = measure.source();
                if (source == null) {
                    total = now;
                } else {
                    double before = counted.getOrDefault(source, 0.0);
                    total += before > now ? now : now - before;
                    counts.put(source, now);
                }
            }
            counted = counts;
            value = total;
        }
    }
}
