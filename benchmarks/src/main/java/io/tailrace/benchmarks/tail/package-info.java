/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The section {@code tail}: a million messages a second from one process to another, with terms that are crossed all
 * the time and with terms that are never crossed, and how late the latest message of each quarter of a second is.
 */
@NullMarked
package io.tailrace.benchmarks.tail;

import org.jspecify.annotations.NullMarked;
