/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The raw data that sections of the suite write, one line of JSON for each measurement, and the report, Markdown and
 * SVG that are made from these data alone.
 */
@NullMarked
package io.tailrace.benchmarks.report;

import org.jspecify.annotations.NullMarked;
