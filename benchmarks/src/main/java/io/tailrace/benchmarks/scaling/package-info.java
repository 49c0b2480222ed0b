/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The section {@code scaling}: many parties on few cores. A {@link io.tailrace.benchmarks.scaling.Cell} has the numbers
 * of publishers, subscribers and streams and how they wait. The JVM of a candidate, a {@link
 * io.tailrace.benchmarks.pair.Pair}, connects them anew for each cell.
 */
@NullMarked
package io.tailrace.benchmarks.scaling;

import org.jspecify.annotations.NullMarked;
