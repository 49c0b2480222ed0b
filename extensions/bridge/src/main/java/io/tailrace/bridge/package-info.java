/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Mirrors streams to other hosts: a sender subscribes to them at one host, and a receiver publishes their logs at
 * another. Each message keeps the position that it has in its source log. The two ends are connected by Aeron.
 */
@NullMarked
package io.tailrace.bridge;

import org.jspecify.annotations.NullMarked;
