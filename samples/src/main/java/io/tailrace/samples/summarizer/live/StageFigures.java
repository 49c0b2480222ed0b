/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.live;

/**
 * What a stage did in the last second.
 *
 * @param name of the stage
 * @param step that it does
 * @param version of the events that it works on; 0 for both
 * @param handledCount how many items it has handled since it began
 * @param perSecond how many of them a second in the last second
 * @param fill how full its input was in the last second, from 0 to 1, on the average; 0 if it has none
 */
public record StageFigures(String name, Step step, int version, long handledCount, double perSecond, double fill) {}
