/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What sections of the suite write down: one line of JSON for each measurement, from which alone the report is made.
 */
@NullMarked
package io.tailrace.benchmarks.raw;

import org.jspecify.annotations.NullMarked;
