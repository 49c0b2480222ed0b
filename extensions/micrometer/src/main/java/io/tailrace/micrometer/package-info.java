/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The activity of a client or a driver, as Micrometer meters: {@link io.tailrace.micrometer.TailraceMetrics}. No other
 * package depends on this one, so a program that does not use it needs no Micrometer.
 */
@NullMarked
package io.tailrace.micrometer;

import org.jspecify.annotations.NullMarked;
