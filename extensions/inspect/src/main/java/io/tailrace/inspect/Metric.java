/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A figure for monitors, defined for each thing of a kind.
 *
 * @param name in Prometheus's form, with the unit at its end; for a counter, without the {@code _total} that Prometheus
 *     requires
 * @param help its meaning, for people
 * @param counter true for a counter, which only grows; false for a gauge
 * @param value gives the value, NaN if unknown
 */
public record Metric<T>(String name, String help, boolean counter, ToDoubleFunction<T> value) {
    private static final List<String> UNITS = List.of("bytes", "seconds", "ratio");

    /** A metric that goes up and down. */
    public static <T> Metric<T> gauge(String name, String help, ToDoubleFunction<T> value) {
        return new Metric<>(name, help, false, value);
    }

    /** A metric that only grows. */
    public static <T> Metric<T> counter(String name, String help, ToDoubleFunction<T> value) {
        return new Metric<>(name, help, true, value);
    }

    /** {@return the value of a thing} */
    public double of(T thing) {
        return value.applyAsDouble(thing);
    }

    /** {@return its unit, null for a count of things} */
    public @Nullable String unit() {
        return UNITS.stream()
                .filter(unit -> name.endsWith('_' + unit))
                .findFirst()
                .orElse(null);
    }
}
