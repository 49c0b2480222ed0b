/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.live.Gauge;
import io.tailrace.samples.summarizer.pipeline.Crew;
import io.tailrace.samples.summarizer.pipeline.Ingest;
import io.tailrace.samples.summarizer.query.PublishedFigures;
import io.tailrace.samples.summarizer.syslog.LineHandler;
import io.tailrace.samples.summarizer.syslog.LineSource;
import io.tailrace.samples.summarizer.wire.Streams;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;

/** Publishes all lines that come: a source for each thread that reads them. For one thread. */
public final class IngestSources implements AutoCloseable {
    private final Tailrace tailrace;
    private final Streams streams;
    private final int readerCount1;
    private final int readerCount2;
    private final List<IngestProcess> sources = new CopyOnWriteArrayList<>();
    private final PublishedFigures figures;

    /** @param readerCount1 for how many readers each source waits in version 1; {@code readerCount2} in version 2 */
    public IngestSources(Tailrace tailrace, Streams streams, int readerCount1, int readerCount2) {
        this.tailrace = tailrace;
        this.streams = streams;
        this.readerCount1 = readerCount1;
        this.readerCount2 = readerCount2;
        List<Gauge> gauges = List.of(Ingest.gauge(this::lineCount));
        this.figures = new PublishedFigures(tailrace, streams, "ingest", gauges, this::rejects);
    }

    /** Publishes to the end, and tells that the sources have ended. */
    public void run(LineSource lines) throws IOException, InterruptedException, ExecutionException {
        figures.start();
        try (Crew crew = new Crew()) {
            crew.lead(() -> lines.readAll(this::newSource, crew::fail));
        }
        for (IngestProcess source : sources) {
            source.end();
        }
    }

    private LineHandler newSource() {
        IngestProcess source = new IngestProcess(tailrace, streams, readerCount1, readerCount2);
        sources.add(source);
        return source;
    }

    /** {@return how many lines were read} Any thread. */
    public long lineCount() {
        return sources.stream().mapToLong(IngestProcess::lineCount).sum();
    }

    /** {@return how many of them were no events, as far as that is known without parsing them, by reason} */
    public Map<Reject, Long> rejects() {
        Map<Reject, Long> all = new EnumMap<>(Reject.class);
        for (IngestProcess source : sources) {
            source.rejects().forEach((reason, count) -> all.merge(reason, count, Long::sum));
        }
        return all;
    }

    @Override
    public void close() {
        figures.close();
        sources.forEach(IngestProcess::close);
    }
}
