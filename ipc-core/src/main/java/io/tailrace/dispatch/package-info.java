/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * How a dispatch handles messages, as a program names it: which threads do what, by which key, what becomes of a
 * failure, and what was done so far.
 */
@NullMarked
package io.tailrace.dispatch;

import org.jspecify.annotations.NullMarked;
