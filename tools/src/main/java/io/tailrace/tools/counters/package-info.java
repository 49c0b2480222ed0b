/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code tailrace counters}: shows what a driver and its clients count, living or dead, and changes nothing. Start with
 * {@link io.tailrace.tools.counters.CountersCommand}.
 */
@NullMarked
package io.tailrace.tools.counters;

import org.jspecify.annotations.NullMarked;
