/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code tailrace doctor}: reports what is wrong with a host and with the directory of a driver, and the fix for each.
 * {@code tailrace check}: the worst of it for monitors. Changes nothing. {@code tailrace clean} removes the files of
 * the dead. Start with {@link io.tailrace.tools.doctor.DoctorCommand}.
 */
@NullMarked
package io.tailrace.tools.doctor;

import org.jspecify.annotations.NullMarked;
