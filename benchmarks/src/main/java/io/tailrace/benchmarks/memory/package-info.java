/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Memory: what a message allocates, what three processes ({@link io.tailrace.benchmarks.pair.Pair}) and their files
 * occupy, what a message takes in the log, and whether anybody still meets pages for the first time once a stream is
 * running.
 */
@NullMarked
package io.tailrace.benchmarks.memory;

import org.jspecify.annotations.NullMarked;
