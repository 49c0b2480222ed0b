/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Memory: allocation of a message, memory of three processes ({@link io.tailrace.benchmarks.pair.Pair}) and their
 * files, a message's bytes in the log, and page faults once a stream is running.
 */
@NullMarked
package io.tailrace.benchmarks.memory;

import org.jspecify.annotations.NullMarked;
