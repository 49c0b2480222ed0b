/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.event.EventType;
import io.tailrace.samples.summarizer.pipeline.Summarizer;
import io.tailrace.samples.summarizer.wire.End;
import io.tailrace.samples.summarizer.wire.EventFrames;

/** Summarizes events. */
record EventTaker(Summarizer summarizer, Sources sources) implements EventFrames.Handler {
    @Override
    public boolean takes(EventType type) {
        return summarizer.takes(type);
    }

    @Override
    public void onEvent(long source, Event event) {
        summarizer.take(event);
    }

    @Override
    public void onEnd(End end) {
        sources.end(end);
    }
}
