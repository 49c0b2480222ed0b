/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The commands by which a person lets publishers go on: {@code release} and {@code evict}. Each is an
 * {@link io.tailrace.tools.act.InterventionCommand}, which says what will be lost, asks, and says what is.
 */
@NullMarked
package io.tailrace.tools.act;

import org.jspecify.annotations.NullMarked;
