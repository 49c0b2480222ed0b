/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code tailrace check}: one verdict about a driver, for monitors. Changes nothing. Start with
 * {@link io.tailrace.tools.check.CheckCommand} and {@code Examination}.
 */
@NullMarked
package io.tailrace.tools.check;

import org.jspecify.annotations.NullMarked;
