/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code tailrace clean}: shows and removes what a crash left in a driver's directory. Start with {@link
 * io.tailrace.tools.clean.CleanCommand} and {@code Survey}.
 */
@NullMarked
package io.tailrace.tools.clean;

import org.jspecify.annotations.NullMarked;
