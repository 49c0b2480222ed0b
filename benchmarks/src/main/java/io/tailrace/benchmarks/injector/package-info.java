/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The sections {@code injector}, {@code dispatch} and {@code joints}: short tasks, at full speed or in a trickle, that
 * one thread hands over to an executor, by a stream to handlers, or through a queue, a stream or a socket to threads.
 * Each {@link io.tailrace.benchmarks.injector.Kind} has its own JVM, the same tasks, the same bound of waiting tasks,
 * and a producer that blocks at this bound.
 */
@NullMarked
package io.tailrace.benchmarks.injector;

import org.jspecify.annotations.NullMarked;
