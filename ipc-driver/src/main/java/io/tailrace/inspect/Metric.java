/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A figure that monitors are told of each thing of a kind.
 *
 * @param name as Prometheus has it, whose end says the unit; of a counter without the {@code _total} that it wants
 * @param help what it means, for people
 * @param counter whether it only grows; else it is a gauge
 * @param value NaN if it is not known
 */
public record Metric<T>(String name, String help, boolean counter, ToDoubleFunction<T> value) {
    private static final List<String> UNITS = List.of("bytes", "seconds", "ratio");

    /** One that goes up and down. */
    public static <T> Metric<T> gauge(String name, String help, ToDoubleFunction<T> value) {
        return new Metric<>(name, help, false, value);
    }

    /** One that only grows. */
    public static <T> Metric<T> counter(String name, String help, ToDoubleFunction<T> value) {
        return new Metric<>(name, help, true, value);
    }

    /** {@return the value of a thing} */
    public double of(T thing) {
        return value.applyAsDouble(thing);
    }

    /** {@return what it is measured in, null where things are counted} */
    public @Nullable String unit() {
        return UNITS.stream()
                .filter(unit -> name.endsWith('_' + unit))
                .findFirst()
                .orElse(null);
    }
}
