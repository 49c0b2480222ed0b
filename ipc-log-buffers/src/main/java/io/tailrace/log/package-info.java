/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The log: its layout in memory, and code shared by its subpackages. Nothing here depends on other processes or on a
 * registration protocol. Start with {@link io.tailrace.log.FrameLayout} and {@link io.tailrace.log.LogLayout}, then
 * {@link io.tailrace.log.publish.ConcurrentAppender} and {@link io.tailrace.log.read.FrameReader}, and for the driver's
 * part {@link io.tailrace.log.maintain.LogMaintenance}.
 */
@NullMarked
package io.tailrace.log;

import org.jspecify.annotations.NullMarked;
