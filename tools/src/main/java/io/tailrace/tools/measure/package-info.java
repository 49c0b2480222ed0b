/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What the commands share that measure: processes of their own, times, and the machine. Knows none of these commands.
 */
@NullMarked
package io.tailrace.tools.measure;

import org.jspecify.annotations.NullMarked;
