/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The part of logs that is kept on disk, for its readers: segments, and the positions of named readers. The historian
 * writes and purges them ({@code io.tailrace.history.segment}).
 */
@NullMarked
package io.tailrace.segment;

import org.jspecify.annotations.NullMarked;
