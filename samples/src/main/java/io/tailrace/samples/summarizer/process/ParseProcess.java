/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.pipeline.Crew;
import io.tailrace.samples.summarizer.pipeline.Fill;
import io.tailrace.samples.summarizer.pipeline.FillMeter;
import io.tailrace.samples.summarizer.pipeline.Workers;
import io.tailrace.samples.summarizer.wire.RejectPublisher;
import io.tailrace.samples.summarizer.wire.Share;
import io.tailrace.samples.summarizer.wire.Streams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** Makes events of lines, with some threads for each version. */
public final class ParseProcess {
    private final Tailrace tailrace;
    private final Streams streams;
    private final Workers workers1;
    private final Workers workers2;
    private final Supervisor supervisor;

    /** @param workers1 how many parse version 1, and how many summarizers wait for its events */
    public ParseProcess(Tailrace tailrace, Streams streams, Workers workers1, Workers workers2, Supervisor supervisor) {
        this.tailrace = tailrace;
        this.streams = streams;
        this.workers1 = workers1;
        this.workers2 = workers2;
        this.supervisor = supervisor;
    }

    /** Works until a source has ended; if the supervisor wants it to last, until it is interrupted. */
    public void run() throws IOException, ExecutionException, InterruptedException {
        List<ParseWorker> workers = new ArrayList<>();
        try (RejectPublisher rejects = new RejectPublisher(tailrace, streams);
                Crew crew = new Crew()) {
            addWorkers(1, workers1, rejects, workers);
            addWorkers(2, workers2, rejects, workers);
            List<Fill> fills = crew.lead(() -> work(crew, workers));
            supervisor.ended(fills, List.of());
        } finally {
            workers.forEach(ParseWorker::close);
        }
    }

    private void addWorkers(int version, Workers counts, RejectPublisher rejects, List<ParseWorker> workers) {
        for (int i = 0; i < counts.parsers(); i++) {
            Share share = new Share(i, counts.parsers());
            workers.add(new ParseWorker(
                    tailrace, streams, version, share, counts.summarizers(), rejects, supervisor.isLasting()));
        }
    }

    /** Who started it by hand does not ask how full the streams were. */
    private List<Fill> work(Crew crew, List<ParseWorker> workers) throws IOException, InterruptedException {
        List<Thread> threads = workers.stream()
                .map(worker -> crew.start(worker.fill().name(), worker::run))
                .toList();
        if (supervisor.isLasting()) {
            supervisor.ready();
            join(threads);
            return List.of();
        }
        for (ParseWorker worker : workers) {
            worker.awaitReaders();
        }
        supervisor.ready();
        try (FillMeter meter =
                new FillMeter(workers.stream().map(ParseWorker::fill).toList())) {
            join(threads);
            return meter.fills();
        }
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
