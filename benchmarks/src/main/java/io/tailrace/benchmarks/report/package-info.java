/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** Raw data, a line of JSON for each measurement, and the report that is made from raw data alone. */
@NullMarked
package io.tailrace.benchmarks.report;

import org.jspecify.annotations.NullMarked;
