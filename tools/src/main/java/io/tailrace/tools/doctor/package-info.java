/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code tailrace doctor}: reports what is wrong with a host and with the directory of a driver, and the fix for each.
 * {@code tailrace check}: the worst of it for monitors. Changes nothing. Start with {@code Doctor}. {@code tailrace
 * clean} removes the files of the dead.
 */
@NullMarked
package io.tailrace.tools.doctor;

import org.jspecify.annotations.NullMarked;
