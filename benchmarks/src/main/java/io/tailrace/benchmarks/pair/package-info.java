/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The command {@code process}: latency and throughput between left and right, two processes with a thread each that
 * spins. Left sends; right answers or counts.
 *
 * <p>A {@link io.tailrace.benchmarks.pair.Pair.Cell} is their task, a {@link io.tailrace.benchmarks.pair.Pair}
 * starts and stops the processes of a candidate, {@link io.tailrace.benchmarks.pair.Ends} runs in each.
 */
@NullMarked
package io.tailrace.benchmarks.pair;

import org.jspecify.annotations.NullMarked;
