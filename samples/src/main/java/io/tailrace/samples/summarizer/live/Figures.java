/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.live;

import io.tailrace.samples.summarizer.event.Reject;
import java.util.List;
import java.util.Map;

/**
 * What a process did in the last second.
 *
 * @param stages in the order in which events pass them
 * @param rejects how many lines were no events since it began, by reason
 * @param isEnded whether it has done all its work
 */
public record Figures(List<StageFigures> stages, Map<Reject, Long> rejects, boolean isEnded) {
    /** What is there before the first second is over. */
    public static final Figures NONE = new Figures(List.of(), Map.of(), false);

    public Figures {
        stages = List.copyOf(stages);
        rejects = Map.copyOf(rejects);
    }
}
