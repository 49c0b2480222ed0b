/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tailrace.Tailrace;
import io.tailrace.control.GuardedHandler;
import io.tailrace.micrometer.Measures.Measure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What a client, or all around a driver, does, as meters of Micrometer. A daemon thread brings them up to date every
 * few seconds, and removes those of streams that have gone; closing this removes all. Tags are {@code driver} (its
 * directory) and {@code stream}; there are none of ids. Needs {@code io.micrometer:micrometer-core}. Any thread.
 *
 * <pre>{@code
 * try (TailraceMetrics metrics = TailraceMetrics.of(tailrace)) {
 *     metrics.bindTo(registry);
 *     …
 * }
 * }</pre>
 */
@SuppressWarnings("exports") // Who uses this requires Micrometer; nobody else has to.
public final class TailraceMetrics implements MeterBinder, AutoCloseable {
    /** So many streams have a tag of their own; all others together are {@code other}. */
    public static final int DEFAULT_MAX_STREAMS = 200;

    public static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(5);

    private final MetricSource source;
    private final Duration interval;
    private final List<MeterSet> sets = new ArrayList<>();
    /** The first goes where an uncaught exception goes. */
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

    /** {@return those of a client: its streams, its sleeps, and what {@code tailrace counters} shows of it} */
    public static TailraceMetrics of(Tailrace client) {
        return of(client, DEFAULT_MAX_STREAMS, DEFAULT_INTERVAL);
    }

    /**
     * {@return the same}
     *
     * @param maxStreams so many have a tag of their own
     * @param interval between two looks
     */
    public static TailraceMetrics of(Tailrace client, int maxStreams, Duration interval) {
        return new TailraceMetrics(new ClientSource(client, maxStreams), maxStreams, interval);
    }

    /**
     * {@return those of a driver, living or dead, with its clients and all streams} Files are mapped for reading only.
     * Its user must be this one, or be trusted: this reads what is there.
     */
    public static TailraceMetrics ofDriver(Path directory) {
        return ofDriver(directory, DEFAULT_MAX_STREAMS, DEFAULT_INTERVAL);
    }

    /**
     * {@return the same}
     *
     * @param maxStreams so many have a tag of their own
     * @param interval between two looks
     */
    public static TailraceMetrics ofDriver(Path directory, int maxStreams, Duration interval) {
        return new TailraceMetrics(MetricSource.ofDriver(directory, maxStreams), maxStreams, interval);
    }

    /**
     * Shows them there, too.
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
            close(); // Nobody would bring them up to date.
        }
    }

    /** Whatever is thrown, for want of heap or by a registry: the next time shows it. It is reported once. */
    private void showAgain() {
        try {
            show();
        } catch (Throwable t) {
            problems.accept(t);
        }
    }

    /** Shows what there is now; what can not be read is not shown. */
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
        } catch (IOException | RuntimeException | InternalError e) { // Whatever somebody has done to the files.
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
