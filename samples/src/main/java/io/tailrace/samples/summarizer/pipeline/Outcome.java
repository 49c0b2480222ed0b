/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.summary.Summary;
import java.util.List;
import java.util.Map;

/**
 * What a run has come to.
 *
 * @param lineCount how many lines were read
 * @param rejects how many of them were no events, by reason
 * @param summaries all of them, those of version 1 first
 * @param fills how full the stages were
 * @param elapsedNs from the first line to the last, and from there to the last summary
 */
public record Outcome(
        long lineCount, Map<Reject, Long> rejects, List<Summary> summaries, List<Fill> fills, long elapsedNs) {

    /** {@return how many events were summarized} */
    public long eventCount() {
        return lineCount - rejects.values().stream().mapToLong(Long::longValue).sum();
    }
}
