/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The section {@code bridge}: messages from host to host, through a bridge and through plain Aeron. */
@NullMarked
package io.tailrace.benchmarks.bridge;

import org.jspecify.annotations.NullMarked;
