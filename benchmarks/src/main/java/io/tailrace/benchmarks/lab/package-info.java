/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What every section measures with: JVMs that are stopped while others have their turn ({@link
 * io.tailrace.benchmarks.lab.Fork}), several of them that measure together ({@link io.tailrace.benchmarks.lab.Team}),
 * rounds in which candidates take turns ({@link io.tailrace.benchmarks.lab.Block}), and a look at the machine around
 * each measurement ({@link io.tailrace.benchmarks.lab.Lab}). A {@link io.tailrace.benchmarks.lab.Section} says what is
 * measured, and how the report shows it.
 */
@NullMarked
package io.tailrace.benchmarks.lab;

import org.jspecify.annotations.NullMarked;
