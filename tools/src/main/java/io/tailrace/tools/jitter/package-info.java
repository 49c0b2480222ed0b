/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The sub-command {@code jitter}. */
@NullMarked
package io.tailrace.tools.jitter;

import org.jspecify.annotations.NullMarked;
