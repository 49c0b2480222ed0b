/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The log: its layout in memory and every algorithm on it, each in a small file of its own, over plain buffers. Nothing
 * here knows a process, a registration protocol or a clock. Start with {@link io.tailrace.log.FrameLayout} and
 * {@link io.tailrace.log.LogLayout}, then {@link io.tailrace.log.publish.ConcurrentAppender} and
 * {@link io.tailrace.log.read.FrameReader}.
 */
@NullMarked
package io.tailrace.log;

import org.jspecify.annotations.NullMarked;
