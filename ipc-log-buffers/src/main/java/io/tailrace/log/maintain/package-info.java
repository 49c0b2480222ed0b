/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Maintaining a log, which its keeper does: cleaning, the slots of those who publish and read, what the dead left, and
 * the end ({@link io.tailrace.log.maintain.LogMaintenance}). A publisher does one part of it where the keeper is late
 * ({@code LateCleaning}).
 */
@NullMarked
package io.tailrace.log.maintain;

import org.jspecify.annotations.NullMarked;
