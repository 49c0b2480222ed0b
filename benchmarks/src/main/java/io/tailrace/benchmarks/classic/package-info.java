/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The section {@code classic}: the round trip of a burst of messages, from one to three producers to one consumer, for
 * queues, rings and logs. It repeats the table of the talk "A Quest for Predictable Latency" (Martin Thompson, 2015):
 * each producer sends a burst and waits until the consumer has answered the last message through a queue.
 */
@NullMarked
package io.tailrace.benchmarks.classic;

import org.jspecify.annotations.NullMarked;
