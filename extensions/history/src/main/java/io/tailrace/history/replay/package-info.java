/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** A subscription's way from history into the live log. */
@NullMarked
package io.tailrace.history.replay;

import org.jspecify.annotations.NullMarked;
