/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** What one message costs in one thread, where nobody waits for another core, and what it allocates: JMH. */
@NullMarked
package io.tailrace.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
