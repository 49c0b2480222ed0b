/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.List;

/**
 * Lines through points.
 *
 * @param limits lines that nothing can cross, drawn dashed
 */
public record Lines(String title, Axis x, Axis y, List<Series> series, List<Series> limits) {}
