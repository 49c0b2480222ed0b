/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The commands that measure a running driver ({@code bench}) and the host ({@code jitter}). They are not sections. */
@NullMarked
package io.tailrace.benchmarks.command;

import org.jspecify.annotations.NullMarked;
