/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The commands that measure a driver that runs ({@code bench}), and the host ({@code jitter}): no sections. */
@NullMarked
package io.tailrace.benchmarks.command;

import org.jspecify.annotations.NullMarked;
