/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.event.EventParser;
import io.tailrace.samples.summarizer.event.EventType;
import io.tailrace.samples.summarizer.event.Parsed;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.pipeline.FillSource;
import io.tailrace.samples.summarizer.wire.End;
import io.tailrace.samples.summarizer.wire.EventPublisher;
import io.tailrace.samples.summarizer.wire.LineFrames;
import io.tailrace.samples.summarizer.wire.RejectPublisher;
import io.tailrace.samples.summarizer.wire.Share;
import io.tailrace.samples.summarizer.wire.StreamReader;
import io.tailrace.samples.summarizer.wire.Streams;

/**
 * Parses its share of the lines of one version: reads all of them and skips those of the other workers. For one thread.
 *
 * <p>An unordered dispatch would share them out as well, by a table of the frames in flight and an executor. But a
 * worker that polls has the lines where they lie, in order, so that the end of a source is behind all of its lines, and
 * it alone writes to its log of events, which therefore is an exclusive one.
 */
final class ParseWorker implements LineFrames.Handler, AutoCloseable {
    private final Share share;
    private final EventParser parser = new EventParser();
    private final EventPublisher events;
    private final RejectPublisher rejects;
    private final StreamReader lines;
    private final FillSource fill;
    private final boolean isLasting;
    private boolean hasEnded;

    /**
     * Makes its log, and begins to read.
     *
     * @param readerCount how many summarizers read its events
     * @param isLasting whether it goes on when a source has ended
     */
    ParseWorker(
            Tailrace tailrace,
            Streams streams,
            int version,
            Share share,
            int readerCount,
            RejectPublisher rejects,
            boolean isLasting) {
        this.share = share;
        this.isLasting = isLasting;
        this.events = new EventPublisher(tailrace, streams, version, readerCount);
        this.rejects = rejects;
        this.fill = new StreamFill("events-v" + version + '-' + (share.index() + 1), events.publication());
        String place = isLasting ? "parse-v" + version + '-' + share : "";
        this.lines = new StreamReader(tailrace, streams.lines(version), place, new LineFrames(this));
    }

    /** Waits until summarizers read. */
    void awaitReaders() throws InterruptedException {
        events.awaitReaders();
    }

    /** Works until a source has ended, or, if it lasts, until it is interrupted. */
    void run() throws InterruptedException {
        while (isLasting || !hasEnded) {
            lines.poll();
        }
    }

    /** {@return how full the stream is that it writes to} */
    FillSource fill() {
        return fill;
    }

    @Override
    public boolean takes(long sequence, EventType type) {
        return share.has(sequence);
    }

    @Override
    public void onLine(long source, long sequence, EventType type, byte[] line, int length, int payloadOffset)
            throws InterruptedException {
        Parsed parsed = parser.parse(sequence, type, line, payloadOffset, length - payloadOffset);
        if (parsed instanceof Event event) {
            events.put(source, event);
        } else if (parsed instanceof Reject reason) {
            rejects.put(source, sequence, reason, line, 0, length);
        }
    }

    @Override
    public void onEnd(End end) throws InterruptedException {
        events.end(new End(end.source(), end.sequence(), share.index(), share.of()));
        hasEnded = true;
    }

    @Override
    public void close() {
        lines.close();
        events.close();
    }
}
