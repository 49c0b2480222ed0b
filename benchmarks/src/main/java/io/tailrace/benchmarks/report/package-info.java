/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The report: Markdown and SVG, made from the raw data alone. */
@NullMarked
package io.tailrace.benchmarks.report;

import org.jspecify.annotations.NullMarked;
