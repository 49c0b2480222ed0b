/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The section {@code cooperative}: what a cooperative worker that polls a subscription takes of a core at fixed rates,
 * with two minimum idle times, and how late messages are for it.
 */
@NullMarked
package io.tailrace.benchmarks.cooperative;

import org.jspecify.annotations.NullMarked;
