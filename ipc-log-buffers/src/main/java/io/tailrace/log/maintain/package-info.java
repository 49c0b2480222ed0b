/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Maintenance of a log by its keeper: cleaning, the slots of publishers and subscribers, claims of dead publishers, and
 * the end ({@link io.tailrace.log.maintain.LogMaintenance}). Clients do a part of it: subscribers clean ({@code
 * ReaderCleaning}), and so does a publisher if the keeper is late ({@code LateCleaning}).
 */
@NullMarked
package io.tailrace.log.maintain;

import org.jspecify.annotations.NullMarked;
