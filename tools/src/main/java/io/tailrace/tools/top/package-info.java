/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code tailrace top}: shows the streams of a driver again and again, those that need a person first. Changes nothing.
 * Start with {@link io.tailrace.tools.top.TopCommand}.
 */
@NullMarked
package io.tailrace.tools.top;

import org.jspecify.annotations.NullMarked;
