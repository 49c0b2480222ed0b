/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.List;
import java.util.Map;

/**
 * Horizontal bars in groups.
 *
 * @param limits lines across all bars, by name
 */
public record Bars(String title, Axis axis, List<Group> groups, Map<String, Double> limits) {
    /**
     * What is compared with one another.
     *
     * @param label beside its bars
     * @param values of its bars by their name, in this order; a name has the same colour in every group
     */
    public record Group(String label, Map<String, Double> values) {}
}
