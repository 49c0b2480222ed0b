/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What a driver's directory says, in the formats of Prometheus: the path {@code /metrics} of {@code tailrace web}.
 * Start with {@link io.tailrace.tools.metrics.MetricsHandler}. Only this package knows the client library of
 * Prometheus, so that no other command loads it.
 */
@NullMarked
package io.tailrace.tools.metrics;

import org.jspecify.annotations.NullMarked;
