/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The command line of the benchmarks. Each section has its own package. */
@NullMarked
package io.tailrace.benchmarks;

import org.jspecify.annotations.NullMarked;
