/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import io.micrometer.core.instrument.Tags;
import org.jspecify.annotations.Nullable;

/**
 * A value at one moment.
 *
 * @param source null of a level; else what has counted to this value, which begins anew with another source
 */
record Measure(Name name, Tags tags, double value, @Nullable Object source) {
    /**
     * What is measured.
     *
     * @param unit as Micrometer has it, null where things are counted
     */
    record Name(String text, @Nullable String unit, String help) {}
}
