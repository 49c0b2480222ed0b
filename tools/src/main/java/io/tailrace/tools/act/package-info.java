/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The command that lets held-back publishers continue, {@code release}, is an {@link
 * io.tailrace.tools.act.InterventionCommand}: it says what will be lost, asks, and says what was lost.
 */
@NullMarked
package io.tailrace.tools.act;

import org.jspecify.annotations.NullMarked;
