/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** {@code bridge}: mirrors streams to other hosts. */
@NullMarked
package io.tailrace.tools.bridge;

import org.jspecify.annotations.NullMarked;
