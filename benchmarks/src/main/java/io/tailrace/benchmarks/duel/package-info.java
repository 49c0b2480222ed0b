/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Measures Tailrace beside Aeron, interleaved in one run. The parent process ({@link io.tailrace.benchmarks.duel.Compare})
 * keeps one JVM for each {@link io.tailrace.benchmarks.duel.Setup}, a {@link io.tailrace.benchmarks.lab.Fork}, stopped while
 * others have their turn. A fork runs one slice of a {@link io.tailrace.benchmarks.duel.Workload} when told ({@link
 * io.tailrace.benchmarks.duel.ForkMain}) with its {@link io.tailrace.benchmarks.duel.Candidate}. {@link
 * io.tailrace.benchmarks.duel.Report} turns the slices into a table of ratios.
 */
@NullMarked
package io.tailrace.benchmarks.duel;

import org.jspecify.annotations.NullMarked;
