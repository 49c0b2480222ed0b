/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** History on disk: how fast it is written and read, its cost for publishers, and how a reader joins the live log. */
@NullMarked
package io.tailrace.benchmarks.history;

import org.jspecify.annotations.NullMarked;
