/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Which processes live: the kernel's locks, the processes as they name themselves in their files, and their heartbeats.
 * A driver, a client and a tool judge by the same rules, which {@code FileOwner} has.
 */
@NullMarked
package io.tailrace.liveness;

import org.jspecify.annotations.NullMarked;
