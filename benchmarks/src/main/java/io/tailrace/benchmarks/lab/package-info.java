/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What every section measures with: JVMs that are stopped while others have their turn ({@link
 * io.tailrace.benchmarks.lab.Fork}), and a look at the machine around each measurement ({@link
 * io.tailrace.benchmarks.lab.Lab}).
 */
@NullMarked
package io.tailrace.benchmarks.lab;

import org.jspecify.annotations.NullMarked;
