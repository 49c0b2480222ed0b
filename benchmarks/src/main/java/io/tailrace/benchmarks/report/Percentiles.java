/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.List;

/**
 * Percentile curves: x is log 1/(1-p), so that 90, 99, 99.9 % lie equally far apart.
 *
 * @param series points: x is the fraction below (0.999), less than 1, which has no place; y is the value there
 */
public record Percentiles(String title, Axis y, List<Series> series) {}
