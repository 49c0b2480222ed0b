/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.event.EventParser;
import io.tailrace.samples.summarizer.pipeline.Summarizer;
import io.tailrace.samples.summarizer.summary.Definitions;
import io.tailrace.samples.summarizer.summary.Summary;
import io.tailrace.samples.summarizer.wire.EventFrames;
import io.tailrace.samples.summarizer.wire.LineFrames;
import io.tailrace.samples.summarizer.wire.RejectPublisher;
import io.tailrace.samples.summarizer.wire.Share;
import io.tailrace.samples.summarizer.wire.StreamReader;
import io.tailrace.samples.summarizer.wire.Streams;
import java.io.IOException;
import java.util.List;

/** Writes its share of the summaries of one version. For one thread. */
public final class SummarizeProcess {
    private final Tailrace tailrace;
    private final Streams streams;
    private final StreamKind kind;
    private final int version;
    private final Share share;
    private final Supervisor supervisor;

    public SummarizeProcess(
            Tailrace tailrace, Streams streams, StreamKind kind, int version, Share share, Supervisor supervisor) {
        this.tailrace = tailrace;
        this.streams = streams;
        this.kind = kind;
        this.version = version;
        this.share = share;
        this.supervisor = supervisor;
    }

    /** Works until a source has ended; if the supervisor wants it to last, until it is interrupted. */
    public void run() throws IOException, InterruptedException {
        List<Summary> summaries = share.of(Definitions.ofVersion(version)).stream()
                .map(Summary::new)
                .toList();
        Summarizer summarizer = new Summarizer(summaries);
        Sources sources = new Sources();
        try (RejectPublisher rejects = new RejectPublisher(tailrace, streams);
                StreamReader reader = new StreamReader(
                        tailrace, kind.stream(streams, version), "", frames(summarizer, sources, rejects))) {
            supervisor.ready();
            boolean goesOn = true;
            while (goesOn) {
                reader.poll();
                if (sources.takeEnded()) {
                    reader.drain(); // A parser that has died may have left a log behind that is not read to its end.
                    supervisor.ended(List.of(), summaries);
                    goesOn = supervisor.isLasting();
                }
            }
        }
    }

    private CheckedFrameHandler<InterruptedException> frames(
            Summarizer summarizer, Sources sources, RejectPublisher rejects) {
        return switch (kind) {
            case EVENTS -> new EventFrames(new EventTaker(summarizer, sources));
            case LINES -> new LineFrames(new LineTaker(summarizer, share, rejects, sources, new EventParser()));
        };
    }
}
