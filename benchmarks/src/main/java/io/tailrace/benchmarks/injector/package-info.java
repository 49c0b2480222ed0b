/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The section {@code injector}: what executors make of short tasks, and of a trickle of them, that one thread submits.
 * Each in a JVM of its own, with the same tasks, the same bound of waiting tasks, and a producer that blocks beyond it.
 */
@NullMarked
package io.tailrace.benchmarks.injector;

import org.jspecify.annotations.NullMarked;
