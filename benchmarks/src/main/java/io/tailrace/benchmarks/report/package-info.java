/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The raw data of the suite's sections, one line of JSON for each measurement, and the report in Markdown and SVG,
 * which is rendered from these data alone.
 */
@NullMarked
package io.tailrace.benchmarks.report;

import org.jspecify.annotations.NullMarked;
