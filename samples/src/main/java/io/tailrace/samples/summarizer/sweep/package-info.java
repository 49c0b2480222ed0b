/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Runs the Summarizer with every joint and several numbers of workers, and says what the points show: start with
 * {@link io.tailrace.samples.summarizer.sweep.Sweep} and {@link io.tailrace.samples.summarizer.sweep.SweepReport}.
 */
@NullMarked
package io.tailrace.samples.summarizer.sweep;

import org.jspecify.annotations.NullMarked;
