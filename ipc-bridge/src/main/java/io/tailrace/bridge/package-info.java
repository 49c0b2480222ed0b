/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Mirrors streams to other hosts: a sender subscribes to them at one host, and a receiver publishes their logs at
 * another, each message at the position where it stands in the log that it came from. Between them is Aeron.
 */
@NullMarked
package io.tailrace.bridge;

import org.jspecify.annotations.NullMarked;
