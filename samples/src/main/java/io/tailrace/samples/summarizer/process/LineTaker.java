/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.event.EventParser;
import io.tailrace.samples.summarizer.event.EventType;
import io.tailrace.samples.summarizer.event.Parsed;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.pipeline.Summarizer;
import io.tailrace.samples.summarizer.wire.End;
import io.tailrace.samples.summarizer.wire.LineFrames;
import io.tailrace.samples.summarizer.wire.RejectPublisher;
import io.tailrace.samples.summarizer.wire.Share;

/**
 * Parses and summarizes lines. All summarizers of the version read all lines; who has a line in its share rejects it if
 * it is no event, and therefore parses it even if it has no summary for it.
 */
record LineTaker(Summarizer summarizer, Share share, RejectPublisher rejects, Sources sources, EventParser parser)
        implements LineFrames.Handler {
    @Override
    public boolean takes(long sequence, EventType type) {
        return summarizer.takes(type) || share.has(sequence);
    }

    @Override
    public void onLine(long source, long sequence, EventType type, byte[] line, int length, int payloadOffset)
            throws InterruptedException {
        Parsed parsed = parser.parse(sequence, type, line, payloadOffset, length - payloadOffset);
        if (parsed instanceof Event event) {
            summarizer.take(event);
        } else if (parsed instanceof Reject reason && share.has(sequence)) {
            rejects.put(source, sequence, reason, line, 0, length);
        }
    }

    @Override
    public void onEnd(End end) {
        sources.end(end);
    }
}
