/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Keeps the history of streams on disk: {@link io.tailrace.history.History} subscribes to them as any program does, and
 * copies their logs into segments.
 */
@NullMarked
package io.tailrace.history;

import org.jspecify.annotations.NullMarked;
