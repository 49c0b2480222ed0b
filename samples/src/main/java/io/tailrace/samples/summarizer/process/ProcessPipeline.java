/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.live.EndedRun;
import io.tailrace.samples.summarizer.live.LiveRun;
import io.tailrace.samples.summarizer.live.RejectCounts;
import io.tailrace.samples.summarizer.pipeline.Crew;
import io.tailrace.samples.summarizer.pipeline.Fill;
import io.tailrace.samples.summarizer.pipeline.FillMeter;
import io.tailrace.samples.summarizer.pipeline.Ingest;
import io.tailrace.samples.summarizer.pipeline.Outcome;
import io.tailrace.samples.summarizer.pipeline.Rejects;
import io.tailrace.samples.summarizer.pipeline.Workers;
import io.tailrace.samples.summarizer.query.LiveProcesses;
import io.tailrace.samples.summarizer.query.PublishedFigures;
import io.tailrace.samples.summarizer.summary.SummaryJson;
import io.tailrace.samples.summarizer.syslog.LineSource;
import io.tailrace.samples.summarizer.wire.End;
import io.tailrace.samples.summarizer.wire.LinePublisher;
import io.tailrace.samples.summarizer.wire.RejectPublisher;
import io.tailrace.samples.summarizer.wire.Streams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes summaries of lines, in several processes: this one reads them, and others, which it starts, parse and
 * summarize. Streams join them.
 */
public final class ProcessPipeline {
    private static final AtomicLong RUNS = new AtomicLong();

    private final Tailrace tailrace;
    private final StreamKind kind;
    private final int capacity;
    private final List<String> command;

    /**
     * Makes it; nothing runs yet.
     *
     * @param tailrace stays open; the others connect to its driver
     * @param kind what summarizers read
     * @param capacity for about how many lines or events each stream has room
     * @param command starts the Summarizer
     */
    public ProcessPipeline(Tailrace tailrace, StreamKind kind, int capacity, List<String> command) {
        this.tailrace = tailrace;
        this.kind = kind;
        this.capacity = capacity;
        this.command = List.copyOf(command);
    }

    /**
     * Reads all lines of an input and has them summarized.
     *
     * @param rejectFile gets the lines that are no events; is only made where there is one
     * @param workers1 how many parse and summarize events of version 1; {@code workers2} those of version 2
     * @throws IOException if the input cannot be read
     * @throws ExecutionException if a process failed, or rejects cannot be written; the cause says how
     * @throws InterruptedException if the calling thread was interrupted
     */
    public Outcome run(LineSource lines, Path rejectFile, Workers workers1, Workers workers2, LiveRun live)
            throws IOException, ExecutionException, InterruptedException {
        // Another run may use the same driver.
        String prefix = "run-" + ProcessHandle.current().pid() + '-' + RUNS.incrementAndGet() + '-';
        Streams streams = Streams.withRoomFor(capacity, prefix);
        try (Rejects rejects = new Rejects(rejectFile);
                Crew crew = new Crew();
                LiveProcesses processes = new LiveProcesses(tailrace, streams)) {
            live.show(processes);
            Staff staff = new Staff(kind, capacity, prefix, workers1, workers2);
            Outcome outcome = crew.lead(() -> run(lines, streams, staff, rejects, crew));
            List<String> summaries =
                    outcome.summaries().stream().map(SummaryJson::of).toList();
            live.show(new EndedRun(processes.lastFigures(), summaries)); // The others have gone.
            return outcome;
        }
    }

    private Outcome run(LineSource lines, Streams streams, Staff staff, Rejects rejects, Crew crew)
            throws IOException, InterruptedException {
        long source = ProcessHandle.current().pid(); // The streams have no other.
        try (RejectPublisher lastReject = new RejectPublisher(tailrace, streams);
                RejectKeeper keeper = new RejectKeeper(tailrace, streams, rejects);
                LinePublisher lines1 = new LinePublisher(tailrace, streams, 1, source, staff.lineReaders(1));
                LinePublisher lines2 = new LinePublisher(tailrace, streams, 2, source, staff.lineReaders(2));
                Children children = staff.start(command, tailrace.directory(), crew)) {
            Thread keeperThread = crew.start("rejects", keeper::run);
            children.awaitReady();
            lines1.awaitReaders();
            lines2.awaitReaders();
            RejectCounts ownRejects = new RejectCounts(); // Those of the others are in their figures.
            AtomicLong lineCount = new AtomicLong();
            Ingest ingest =
                    new Ingest(lineCount, lines1::put, lines2::put, (reason, sequence, bytes, offset, length) -> {
                        ownRejects.count(reason);
                        rejects.take(reason, sequence, bytes, offset, length);
                    });
            long begin = System.nanoTime();
            List<ChildReport> reports;
            List<Fill> fills;
            try (FillMeter meter = new FillMeter(fillSources(lines1, lines2));
                    PublishedFigures figures = new PublishedFigures(
                            tailrace, streams, "run", List.of(Ingest.gauge(lineCount::get)), ownRejects::counts)) {
                figures.start();
                lines.readAll(() -> ingest, crew::fail);
                lines1.end(lineCount.get());
                lines2.end(lineCount.get());
                reports = children.awaitReports();
                fills = new ArrayList<>(meter.fills());
            }
            long elapsedNs = System.nanoTime() - begin;
            children.awaitEnd();
            lastReject.end(new End(source, lineCount.get(), 0, 1)); // Behind all of theirs.
            keeperThread.join();
            reports.forEach(report -> fills.addAll(report.fills()));
            return new Outcome(lineCount.get(), rejects.counts(), staff.summaries(reports), fills, elapsedNs);
        }
    }

    private static List<StreamFill> fillSources(LinePublisher lines1, LinePublisher lines2) {
        return List.of(
                new StreamFill("lines-v1", lines1.publication()), new StreamFill("lines-v2", lines2.publication()));
    }
}
