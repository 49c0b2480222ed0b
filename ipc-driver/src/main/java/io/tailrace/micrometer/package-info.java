/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What a client or a driver does, as meters of Micrometer: {@link io.tailrace.micrometer.TailraceMetrics}. Nothing else
 * knows this package, so a program without Micrometer needs none.
 */
@NullMarked
package io.tailrace.micrometer;

import org.jspecify.annotations.NullMarked;
