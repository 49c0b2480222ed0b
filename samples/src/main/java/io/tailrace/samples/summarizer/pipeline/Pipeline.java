/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.joint.JointKind;
import io.tailrace.samples.summarizer.live.Gauge;
import io.tailrace.samples.summarizer.live.LiveFigures;
import io.tailrace.samples.summarizer.live.LiveRun;
import io.tailrace.samples.summarizer.summary.Summary;
import io.tailrace.samples.summarizer.syslog.LineHandler;
import io.tailrace.samples.summarizer.syslog.LineSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes summaries of lines, in one process: the threads of a source read them, parsers parse them, and each summary has
 * one summarizer that writes it. They are joined as the factory method says. All joints are bounded, so that who is
 * slow holds back the source.
 */
public final class Pipeline {
    private final Function<Crew, Stages> newStages;

    private Pipeline(Function<Crew, Stages> newStages) {
        this.newStages = newStages;
    }

    /** {@return one without joints: the source's threads do everything} */
    public static Pipeline direct() {
        return new Pipeline(crew -> new DirectStages());
    }

    /**
     * {@return one with joints of a kind}
     *
     * @param capacity of each of them, in items; some kinds round it up to a power of two
     */
    public static Pipeline withJoints(JointKind kind, int capacity) {
        return new Pipeline(crew -> new JointStages(kind, capacity, crew));
    }

    /**
     * {@return one whose messages go through a stream, and whose workers are tasks of an injector}
     *
     * @param tailrace has the stream; stays open
     * @param capacity messages in flight, and tasks that wait for each summarizer
     */
    public static Pipeline withDispatch(Tailrace tailrace, int capacity) {
        return new Pipeline(crew -> new DispatchStages(tailrace, capacity, crew));
    }

    /**
     * Summarizes all lines of a source.
     *
     * @param rejectFile gets the lines that are no events; is only made where there is one
     * @param workers1 who works on events of version 1; {@code workers2} on those of version 2
     * @param live shows the run to others, meanwhile and afterwards
     * @throws IOException if the lines cannot be read
     * @throws ExecutionException if a worker failed; the cause says how
     * @throws InterruptedException if the calling thread was interrupted
     */
    public Outcome run(LineSource source, Path rejectFile, Workers workers1, Workers workers2, LiveRun live)
            throws IOException, ExecutionException, InterruptedException {
        try (Rejects rejects = new Rejects(rejectFile);
                Crew crew = new Crew();
                Stages stages = newStages.apply(crew)) {
            Track track1 = new Track(1, workers1, stages, rejects);
            Track track2 = new Track(2, workers2, stages, rejects);
            AtomicLong lineCount = new AtomicLong();
            Supplier<LineHandler> newHandler = () -> new Ingest(lineCount, track1, track2, rejects);
            LiveTracks tracks = new LiveTracks(live.process(), List.of(track1.desk(), track2.desk()));
            live.show(tracks);
            List<Gauge> gauges = gauges(lineCount, track1, track2);
            try (LiveFigures figures = new LiveFigures(gauges, rejects::counts, tracks::take);
                    FillMeter meter = new FillMeter(stages(track1, track2))) {
                figures.start();
                long elapsedNs = crew.lead(() -> run(source, newHandler, crew, track1, track2));
                List<Summary> summaries = new ArrayList<>(track1.summaries());
                summaries.addAll(track2.summaries());
                return new Outcome(lineCount.get(), rejects.counts(), summaries, meter.fills(), elapsedNs);
            }
        }
    }

    private static List<Gauge> gauges(AtomicLong lineCount, Track track1, Track track2) {
        List<Gauge> gauges = new ArrayList<>();
        gauges.add(Ingest.gauge(lineCount::get));
        gauges.addAll(track1.gauges());
        gauges.addAll(track2.gauges());
        return gauges;
    }

    private static List<Stage<?>> stages(Track track1, Track track2) {
        List<Stage<?>> stages = new ArrayList<>(track1.stages());
        stages.addAll(track2.stages());
        return stages;
    }

    /** Returns how long it took. */
    private static long run(LineSource source, Supplier<LineHandler> newHandler, Crew crew, Track track1, Track track2)
            throws IOException, InterruptedException {
        long readNs = source.readAll(newHandler, crew::fail);
        long beginNs = System.nanoTime();
        track1.finish();
        track2.finish();
        return readNs + System.nanoTime() - beginNs;
    }
}
