/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The section {@code waiting}: the CPU of a subscriber that waits for messages, its driver and its publisher, three
 * processes, and the delay of messages, by their rate.
 *
 * <p>{@link io.tailrace.benchmarks.waiting.WaitingCommand.Waiter} lists the waiters, {@link
 * io.tailrace.benchmarks.waiting.Trio} starts and stops the processes.
 */
@NullMarked
package io.tailrace.benchmarks.waiting;

import org.jspecify.annotations.NullMarked;
