/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.event.EventParser;
import io.tailrace.samples.summarizer.live.Gauge;
import io.tailrace.samples.summarizer.live.Step;
import io.tailrace.samples.summarizer.pipeline.Assignment;
import io.tailrace.samples.summarizer.query.PublishedFigures;
import io.tailrace.samples.summarizer.query.SummaryResponder;
import io.tailrace.samples.summarizer.snapshot.SeenSequences;
import io.tailrace.samples.summarizer.snapshot.SnapshotFile;
import io.tailrace.samples.summarizer.snapshot.SnapshotReader;
import io.tailrace.samples.summarizer.summary.Definitions;
import io.tailrace.samples.summarizer.wire.EventFrames;
import io.tailrace.samples.summarizer.wire.LineFrames;
import io.tailrace.samples.summarizer.wire.Reader;
import io.tailrace.samples.summarizer.wire.RejectPublisher;
import io.tailrace.samples.summarizer.wire.Share;
import io.tailrace.samples.summarizer.wire.StreamReader;
import io.tailrace.samples.summarizer.wire.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes its share of the summaries of one version. For one thread. */
public final class SummarizeProcess {
    private final Tailrace tailrace;
    private final Streams streams;
    private final StreamKind kind;
    private final int version;
    private final Share share;
    private final Assignment assignment;
    private final Supervisor supervisor;
    private final @Nullable Path snapshots;

    /**
     * Makes it; nothing runs yet.
     *
     * @param share of the lines whose rejects it tells; its index is the number of the summarizer
     * @param assignment says which summaries it owns
     * @param snapshots the directory of its snapshot; null if it is to take none
     */
    public SummarizeProcess(
            Tailrace tailrace,
            Streams streams,
            StreamKind kind,
            int version,
            Share share,
            Assignment assignment,
            Supervisor supervisor,
            @Nullable Path snapshots) {
        this.tailrace = tailrace;
        this.streams = streams;
        this.kind = kind;
        this.version = version;
        this.share = share;
        this.assignment = assignment;
        this.supervisor = supervisor;
        this.snapshots = snapshots;
    }

    /**
     * Works until a source has ended; if the supervisor wants it to last, until it is interrupted.
     *
     * @throws IOException if a snapshot is none, or cannot be written
     */
    public void run() throws IOException, InterruptedException {
        SummarizerState state = new SummarizerState(assignment.ownedBy(share.index(), Definitions.ofVersion(version)));
        Sources sources = state.sources();
        try (RejectPublisher rejects = new RejectPublisher(tailrace, streams);
                Reader reader = open(state, frames(state, rejects));
                SummaryResponder responder = new SummaryResponder(tailrace, streams, reader::wake);
                PublishedFigures figures = new PublishedFigures(
                        tailrace, streams, "summarize", List.of(gauge(state, reader)), rejects::counts)) {
            figures.start();
            supervisor.ready();
            boolean goesOn = true;
            while (goesOn) {
                reader.poll();
                responder.answer(state.summaries());
                if (sources.hasEnded()) {
                    reader.drain(); // A parser that has died may have left a log behind that is not read to its end.
                    supervisor.ended(List.of(), state.summaries());
                    sources.told();
                    sayCosts(reader, state.seen());
                    goesOn = supervisor.isLasting();
                }
            }
        }
    }

    private Reader open(SummarizerState state, CheckedFrameHandler<InterruptedException> frames) throws IOException {
        String stream = kind.stream(streams, version);
        if (snapshots == null) {
            return new StreamReader(tailrace, stream, "", frames);
        }
        Files.createDirectories(snapshots);
        String name = "summarize-" + stream + '-' + share;
        SnapshotFile file = new SnapshotFile(snapshots.resolve(name + ".snapshot"));
        SnapshotReader reader = new SnapshotReader(tailrace, stream, name, file, state, frames, supervisor::say);
        supervisor.say((reader.isRestored() ? "goes on from: snapshot=" : "begins with empty summaries: snapshot=")
                + file.path());
        return reader;
    }

    private void sayCosts(Reader reader, SeenSequences seen) {
        if (!reader.costs().isEmpty()) {
            supervisor.say(reader.costs());
        }
        if (seen.repeatedCount() > 0) {
            supervisor.say("lines that came again and were left out: " + seen.repeatedCount()
                    + ", of which so late that it is only taken for granted: " + seen.tooOldCount());
        }
    }

    private Gauge gauge(SummarizerState state, Reader reader) {
        String name = "summarize-v" + version + '-' + (share.index() + 1);
        return new Gauge(name, Step.SUMMARIZE, version, state::takenCount, reader::fill);
    }

    private CheckedFrameHandler<InterruptedException> frames(SummarizerState state, RejectPublisher rejects) {
        return switch (kind) {
            case EVENTS -> new EventFrames(new EventTaker(state));
            case LINES -> new LineFrames(new LineTaker(state, share, rejects, new EventParser()));
        };
    }
}
