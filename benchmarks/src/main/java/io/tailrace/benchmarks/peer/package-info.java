/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */

/**
 * The measured libraries, with an adapter for each: a {@link io.tailrace.benchmarks.peer.Candidate} names it, a {@link
 * io.tailrace.benchmarks.peer.Library} carries its messages, in any section.
 */
@NullMarked
package io.tailrace.benchmarks.peer;

import org.jspecify.annotations.NullMarked;
