/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Measures Tailrace beside Aeron, interleaved in one run. The parent process ({@link io.tailrace.benchmarks.Compare}) keeps
 * one JVM for each {@link io.tailrace.benchmarks.Setup}, a {@link io.tailrace.benchmarks.Fork}, frozen while others have
 * their turn. A fork runs one slice of a {@link io.tailrace.benchmarks.Workload} when told ({@link
 * io.tailrace.benchmarks.ForkMain}) with its {@link io.tailrace.benchmarks.Candidate}. {@link
 * io.tailrace.benchmarks.Report} turns the slices into a table of ratios.
 */
@NullMarked
package io.tailrace.benchmarks;

import org.jspecify.annotations.NullMarked;
