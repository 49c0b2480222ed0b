/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code tailrace errors}: lists what went wrong in a driver and its clients. Changes nothing. Start
 * with {@link io.tailrace.tools.errors.ErrorsCommand}.
 */
@NullMarked
package io.tailrace.tools.errors;

import org.jspecify.annotations.NullMarked;
