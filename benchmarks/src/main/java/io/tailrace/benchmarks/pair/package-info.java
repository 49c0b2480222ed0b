/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The sections {@code duel}, {@code process} and {@code tail}: latency and throughput between left and right, two
 * threads that spin, in one process or in two. Left sends, right answers, counts, or records the delay of each message.
 *
 * <p>A {@link io.tailrace.benchmarks.pair.Cell} is their task, a {@link io.tailrace.benchmarks.pair.Pair} starts and
 * stops the processes, {@link io.tailrace.benchmarks.pair.Ends} runs in each, {@link
 * io.tailrace.benchmarks.pair.Contest} gives every candidate its turn. Other sections measure with pairs, too.
 */
@NullMarked
package io.tailrace.benchmarks.pair;

import org.jspecify.annotations.NullMarked;
