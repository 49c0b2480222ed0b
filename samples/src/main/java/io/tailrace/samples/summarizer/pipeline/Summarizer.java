/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.event.EventType;
import io.tailrace.samples.summarizer.summary.Summary;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The one writer of its summaries. For one thread. */
public final class Summarizer {
    private final Map<EventType, Summary[]> summariesOfType = new EnumMap<>(EventType.class);

    /** Takes the summaries over: nobody else writes them. */
    public Summarizer(List<Summary> summaries) {
        for (EventType type : EventType.values()) {
            summariesOfType.put(
                    type,
                    summaries.stream()
                            .filter(summary -> summary.definition().types().contains(type))
                            .toArray(Summary[]::new));
        }
    }

    /** {@return whether a summary of its own takes events of this type} */
    public boolean takes(EventType type) {
        return summariesOf(type).length > 0;
    }

    /** Gives an event to each of its summaries that takes it. */
    public void take(Event event) {
        for (Summary summary : summariesOf(event.type())) {
            summary.take(event);
        }
    }

    private Summary[] summariesOf(EventType type) {
        return summariesOfType.getOrDefault(type, new Summary[0]);
    }
}
