/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/**
 * A handler that is declared never to wait: not for a lock, not for space in a publication, not for a device. What it
 * does in a poll is the same; {@link io.tailrace.dispatch.Strategy#ADAPTIVE} goes by it.
 */
@FunctionalInterface
public interface NonBlockingFrameHandler extends FrameHandler {}
