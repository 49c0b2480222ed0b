/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

/**
 * A counter as it was read.
 *
 * @param label what it counts; of a hostile owner anything that is not empty, control characters included
 */
public record Counter(CounterKind kind, String label, long value) {}
