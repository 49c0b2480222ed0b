/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The API for publishing and subscribing: {@link io.tailrace.Tailrace} connects, its publications and subscriptions do
 * the rest.
 */
@NullMarked
package io.tailrace;

import org.jspecify.annotations.NullMarked;
