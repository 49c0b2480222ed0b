/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The commands that measure: {@code ping}, and {@code demo}, a {@code tailrace-bench bench} with a driver of its own
 * and a report each second. So the classes {@code Bench…} are here, while the command {@code bench} is in {@code
 * benchmarks}. Each {@link io.tailrace.tools.measure.Part} of a measurement is a process of its own.
 */
@NullMarked
package io.tailrace.tools.measure;

import org.jspecify.annotations.NullMarked;
