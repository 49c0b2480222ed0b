/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Maintenance of a log by its keeper: cleaning, the slots of publishers and subscribers, claims of dead publishers, and
 * the end ({@link io.tailrace.log.maintain.LogMaintenance}). A publisher does one part of it if the keeper is late
 * ({@code LateCleaning}).
 */
@NullMarked
package io.tailrace.log.maintain;

import org.jspecify.annotations.NullMarked;
