/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The times for which threads without work sleep. Not exported. */
@NullMarked
package io.tailrace.idle;

import org.jspecify.annotations.NullMarked;
