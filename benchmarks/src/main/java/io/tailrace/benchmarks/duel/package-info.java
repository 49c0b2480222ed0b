/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Measures Tailrace beside Aeron, interleaved in one run ({@link io.tailrace.benchmarks.duel.DuelSection}). {@link
 * io.tailrace.benchmarks.duel.Lineup} says who measures what. The parent process keeps one JVM for each candidate, a
 * {@link io.tailrace.benchmarks.lab.Fork}, stopped while others have their turn. A fork runs one slice of a {@link
 * io.tailrace.benchmarks.duel.Cell.Workload} when told ({@link io.tailrace.benchmarks.duel.DuelFork}).
 */
@NullMarked
package io.tailrace.benchmarks.duel;

import org.jspecify.annotations.NullMarked;
