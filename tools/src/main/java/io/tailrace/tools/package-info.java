/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** The {@code tailrace} command: {@link io.tailrace.tools.TailraceMain} finds the sub-command and runs it. */
@NullMarked
package io.tailrace.tools;

import org.jspecify.annotations.NullMarked;
