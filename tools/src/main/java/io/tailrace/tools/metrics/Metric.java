/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.metrics;

import java.util.function.ToDoubleFunction;

/**
 * A figure that Prometheus is told of each thing of a kind.
 *
 * @param name whose end says the unit; of a counter without the {@code _total} that Prometheus wants there
 * @param help what it means, for people
 * @param counter whether it only grows; else it is a gauge
 * @param value NaN if it is not known
 */
public record Metric<T>(String name, String help, boolean counter, ToDoubleFunction<T> value) {
    static <T> Metric<T> gauge(String name, String help, ToDoubleFunction<T> value) {
        return new Metric<>(name, help, false, value);
    }

    static <T> Metric<T> counter(String name, String help, ToDoubleFunction<T> value) {
        return new Metric<>(name, help, true, value);
    }

    /** {@return the value of a thing} */
    public double of(T thing) {
        return value.applyAsDouble(thing);
    }
}
