/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The section {@code waiting}: what a subscriber that waits for messages takes of the processors, with its driver and
 * its publisher, three processes, and how soon it has a message, by the rate of messages.
 *
 * <p>{@link io.tailrace.benchmarks.waiting.Waiter} lists who waits, {@link io.tailrace.benchmarks.waiting.Trio} starts
 * and stops the processes.
 */
@NullMarked
package io.tailrace.benchmarks.waiting;

import org.jspecify.annotations.NullMarked;
