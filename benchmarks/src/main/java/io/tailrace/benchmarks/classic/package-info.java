/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The classic table: the round trip of a burst of messages, from one to three producers to one consumer, for queues,
 * rings and logs. It repeats the table of the talk "A Quest for Predictable Latency" (Martin Thompson, 2015) with JMH:
 * each JMH thread is a producer that sends a burst through a {@link io.tailrace.benchmarks.classic.Transport} and waits
 * until the consumer has answered the last message of it.
 */
@NullMarked
package io.tailrace.benchmarks.classic;

import org.jspecify.annotations.NullMarked;
