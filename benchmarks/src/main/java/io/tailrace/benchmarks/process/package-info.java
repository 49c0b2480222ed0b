/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The section {@code process}: latency and throughput between two processes, left and right, each with one thread that
 * spins. Left sends, right answers, counts, or records how late each message is.
 *
 * <p>{@link io.tailrace.benchmarks.process.Pair} starts and stops the processes, {@link
 * io.tailrace.benchmarks.process.End} is what runs in each; a {@link io.tailrace.benchmarks.peer.Library} carries
 * their messages. {@link io.tailrace.benchmarks.process.TailSection}, the section {@code tail}, measures with the same
 * pairs.
 */
@NullMarked
package io.tailrace.benchmarks.process;

import org.jspecify.annotations.NullMarked;
