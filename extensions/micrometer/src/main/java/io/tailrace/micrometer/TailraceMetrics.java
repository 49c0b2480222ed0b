/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tailrace.Tailrace;
import io.tailrace.micrometer.Measures.Measure;
import io.tailrace.report.GuardedHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

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

    private final MetricSource source;
    private final Duration interval;
    private final List<MeterSet> sets = new ArrayList<>();
    /** The first problem goes to the uncaught exception handler. */
    private final Consumer<Throwable> problems = new GuardedHandler(TailraceMetrics::raise);

    private boolean closed;

    private TailraceMetrics(MetricSource source, int maxStreams, Duration interval) {
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

    /**
     * {@return the same}
     *
     * @param maxStreams the number of streams that have a tag of their own
     * @param interval the time between two updates
     */
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

    /**
     * {@return the same}
     *
     * @param maxStreams the number of streams that have a tag of their own
     * @param interval the time between two updates
     */
    public static TailraceMetrics ofDriver(Path directory, int maxStreams, Duration interval) {
        return new TailraceMetrics(MetricSource.ofDriver(directory, maxStreams), maxStreams, interval);
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
                showAgain();
            }
        } catch (InterruptedException e) {
            close(); // No thread would update them.
        }
    }

    /** An error, for want of heap or from a registry, is reported once; the next round shows the metrics again. */
    private void showAgain() {
        try {
            show();
        } catch (Throwable t) {
            problems.accept(t);
        }
    }

    /** Shows the current state, without the parts that cannot be read. */
    private synchronized void show() {
        if (!closed) {
            List<Measure> measures = read();
            sets.forEach(set -> set.show(measures));
        }
    }

    private static void raise(Throwable problem) {
        throw new IllegalStateException("metrics could not be shown, and will be again: " + problem, problem);
    }

    private List<Measure> read() {
        try {
            return source.read();
        } catch (IOException | RuntimeException | InternalError e) { // Files may be damaged in any way.
            return List.of();
        }
    }

    /** Removes all meters. Any number of times. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            sets.forEach(MeterSet::close);
            source.close();
            notifyAll();
        }
    }
}
