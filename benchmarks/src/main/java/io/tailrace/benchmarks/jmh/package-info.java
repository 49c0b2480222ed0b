/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** JMH benchmarks: time and memory of one message in one thread, which waits for no other core. */
@NullMarked
package io.tailrace.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
