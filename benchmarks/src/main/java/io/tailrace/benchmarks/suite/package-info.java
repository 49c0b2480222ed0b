/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The suite: its sections, one after the other, each with every JDK, and the report at the end. */
@NullMarked
package io.tailrace.benchmarks.suite;

import org.jspecify.annotations.NullMarked;
