/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** Segments as a historian writes, recovers, checks and purges them; {@code io.tailrace.segment} reads them. */
@NullMarked
package io.tailrace.history.segment;

import org.jspecify.annotations.NullMarked;
