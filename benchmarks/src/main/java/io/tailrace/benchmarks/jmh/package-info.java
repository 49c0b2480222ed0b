/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** JMH benchmarks: all that happens in one process. {@code -prof gc} tells what a message allocates. */
@NullMarked
package io.tailrace.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
