/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code tailrace stat}: writes what all streams carry together, one line an interval. Changes nothing. Start
 * with {@link io.tailrace.tools.stat.StatCommand}.
 */
@NullMarked
package io.tailrace.tools.stat;

import org.jspecify.annotations.NullMarked;
