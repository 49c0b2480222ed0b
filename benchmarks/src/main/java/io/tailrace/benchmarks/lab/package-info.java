/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The tools of all commands that measure processes: JVMs that are stopped while others have their turn ({@link
 * io.tailrace.benchmarks.lab.Fork}), several of them that measure together, rounds in which candidates take turns, and
 * figures of the machine with each measurement ({@link io.tailrace.benchmarks.lab.Lab}).
 */
@NullMarked
package io.tailrace.benchmarks.lab;

import org.jspecify.annotations.NullMarked;
