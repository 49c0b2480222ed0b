/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The remains of the dead in a driver's directory: {@code clean} removes their files, {@code release} their names. */
@NullMarked
package io.tailrace.tools.clean;

import org.jspecify.annotations.NullMarked;
