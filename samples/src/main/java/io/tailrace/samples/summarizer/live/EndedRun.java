/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.live;

import java.util.List;

/**
 * A run in which nothing changes any more.
 *
 * @param figures of its processes
 * @param summaries each a JSON object
 */
public record EndedRun(List<ProcessFigures> figures, List<String> summaries) implements Live {
    public EndedRun {
        figures = List.copyOf(figures);
        summaries = List.copyOf(summaries);
    }
}
