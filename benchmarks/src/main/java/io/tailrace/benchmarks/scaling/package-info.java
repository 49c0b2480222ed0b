/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Many parties on few cores. A {@link io.tailrace.benchmarks.scaling.Cell} says how many publishers, subscribers and
 * streams there are and how they wait, a {@link io.tailrace.benchmarks.peer.Candidate} which library carries their
 * messages. The parent ({@link io.tailrace.benchmarks.scaling.ScalingSection}) keeps a JVM for each candidate ({@link
 * io.tailrace.benchmarks.scaling.ScalingFork}), stopped while others have their turn; in there a {@link
 * io.tailrace.benchmarks.scaling.Crew} has one thread for each party.
 */
@NullMarked
package io.tailrace.benchmarks.scaling;

import org.jspecify.annotations.NullMarked;
