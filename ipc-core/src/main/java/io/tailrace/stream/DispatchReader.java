/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.log.read.CatchUpPause;
import io.tailrace.log.read.FrameReader;

/**
 * Reads an image for the dispatch that has it. Used by one thread at a time, with a happens-before order between
 * threads.
 */
public record DispatchReader(FrameReader frames, CatchUpPause pause, SlotSleeper sleeper, LogDamage damage) {}
