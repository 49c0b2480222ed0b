/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.live;

import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Where the figures of a stage are read. Any thread, at any time.
 *
 * @param name of the stage
 * @param step that it does
 * @param version of the events that it works on; 0 for both
 * @param handledCount how many items it has handled so far
 * @param fill how full its input is, from 0 to 1
 */
public record Gauge(String name, Step step, int version, LongSupplier handledCount, DoubleSupplier fill) {}
