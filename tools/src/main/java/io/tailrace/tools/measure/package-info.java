/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The commands that start other commands and measure: {@code ping} and {@code demo}. */
@NullMarked
package io.tailrace.tools.measure;

import org.jspecify.annotations.NullMarked;
