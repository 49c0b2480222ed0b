/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.query;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.live.Gauge;
import io.tailrace.samples.summarizer.live.LiveFigures;
import io.tailrace.samples.summarizer.wire.Streams;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Publishes the figures of this process each second, as long as it is open. */
public final class PublishedFigures implements AutoCloseable {
    private final FiguresPublisher publisher;
    private final LiveFigures figures;

    /**
     * Makes it; nothing is published yet.
     *
     * @param streams of this process
     * @param process its name; its number is put behind
     * @param gauges of its stages
     * @param rejects tells how many lines it has rejected so far
     */
    public PublishedFigures(
            Tailrace tailrace,
            Streams streams,
            String process,
            List<Gauge> gauges,
            Supplier<Map<Reject, Long>> rejects) {
        publisher = new FiguresPublisher(
                tailrace, streams, process + ' ' + ProcessHandle.current().pid());
        figures = new LiveFigures(gauges, rejects, publisher::publish);
    }

    /** Begins. */
    public void start() {
        figures.start();
    }

    /** Ends its thread, and publishes the last figures, by which others know that it has ended in good order. */
    @Override
    public void close() {
        figures.close();
        publisher.close();
    }
}
