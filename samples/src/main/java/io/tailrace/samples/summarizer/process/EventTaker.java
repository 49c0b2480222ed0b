/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.event.EventType;
import io.tailrace.samples.summarizer.wire.End;
import io.tailrace.samples.summarizer.wire.EventFrames;

/** Summarizes events, each once, although a parser that was killed may have sent some and its next one again. */
record EventTaker(SummarizerState state) implements EventFrames.Handler {
    @Override
    public boolean takes(EventType type) {
        return state.takes(type);
    }

    @Override
    public void onEvent(long source, Event event) {
        if (state.isFirst(source, event.sequence())) {
            state.take(event);
        }
    }

    @Override
    public void onEnd(End end) {
        state.sources().end(end);
    }
}
