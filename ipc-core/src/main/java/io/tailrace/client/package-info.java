/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * A connection to a media driver: its conductor, its registrations, and its search for the next driver. Start with
 * {@code ClientConductor} and {@code Registrations}. Not exported.
 */
@NullMarked
package io.tailrace.client;

import org.jspecify.annotations.NullMarked;
