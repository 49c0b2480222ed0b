/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The sections {@code injector}, {@code dispatch} and {@code joints}: what becomes of short tasks, and of a trickle of
 * them, that one thread hands over: to an executor, by a stream to handlers, through a queue, a stream or a socket to
 * threads. Each {@link io.tailrace.benchmarks.injector.Kind} in a JVM of its own, with the same tasks, the same bound
 * of waiting ones, and a producer that blocks beyond it.
 */
@NullMarked
package io.tailrace.benchmarks.injector;

import org.jspecify.annotations.NullMarked;
