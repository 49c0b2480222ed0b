/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.joint.JointKind;
import io.tailrace.samples.summarizer.live.LiveRun;
import io.tailrace.samples.summarizer.measure.RunMeter;
import io.tailrace.samples.summarizer.page.PageServer;
import io.tailrace.samples.summarizer.pipeline.Outcome;
import io.tailrace.samples.summarizer.pipeline.Pipeline;
import io.tailrace.samples.summarizer.pipeline.Workers;
import io.tailrace.samples.summarizer.process.ProcessPipeline;
import io.tailrace.samples.summarizer.process.StreamKind;
import io.tailrace.samples.summarizer.syslog.LineReader;
import io.tailrace.samples.summarizer.syslog.LineSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * {@code run}: summarizes a file, or what comes over TCP, in this process and, if the joint says so, in others that it
 * starts.
 */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Summarizes a file of lines, or the lines that come over TCP until a signal. Writes the summaries"
                + " to the standard output, and figures to the standard error.")
final class RunCommand implements Callable<Integer> {
    private static final int MAX_CAPACITY = 1 << 20;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @ParentCommand
    private @Nullable SummarizerMain main;

    @Mixin
    private ListenOptions listen = new ListenOptions();

    @Option(
            names = "--joint",
            paramLabel = "NAME",
            defaultValue = "LINKED",
            description = "What joins the stages: ${COMPLETION-CANDIDATES}. With NONE one thread does everything; with"
                    + " EVENTS and LINES each summarizer is a process."
                    + " Default: ${DEFAULT-VALUE}.")
    private Joining joining = Joining.LINKED;

    @Mixin
    private WorkerOptions workers = new WorkerOptions();

    @Mixin
    private MeasureOptions measure = new MeasureOptions();

    @Option(
            names = "--queue",
            paramLabel = "N",
            defaultValue = "2048",
            description = "Items that each joint has room for. Default: ${DEFAULT-VALUE}.")
    private int capacity;

    @Option(
            names = "--rejects",
            paramLabel = "FILE",
            description = "Gets the lines that are no events, if there are any. Default: FILE.rejects; with --port"
                    + " summarizer.rejects.")
    private @Nullable Path rejectFile;

    @Mixin
    private HttpOption http = new HttpOption();

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "Lines of syslog.")
    private @Nullable Path file;

    @Override
    public Integer call() throws IOException, ExecutionException, InterruptedException {
        Range.check(spec, "--queue", capacity, 1, MAX_CAPACITY);
        workers.check(file != null);
        measure.check(file != null);
        listen.check(file != null);
        Termination termination = Objects.requireNonNull(main).termination();
        LiveRun live = new LiveRun("run " + ProcessHandle.current().pid());
        try (PageServer page = http.serve(live)) {
            if (file == null) {
                listenAndRun(termination, live);
            } else {
                run(file, live);
                if (page != null) {
                    termination.listen();
                    termination.await();
                }
            }
        }
        return 0;
    }

    private void run(Path input, LiveRun live) throws IOException, ExecutionException, InterruptedException {
        Path rejects = rejectFile == null ? Path.of(input + ".rejects") : rejectFile;
        Outcome outcome;
        RunMeter meter;
        // By a channel: an interrupt ends the read from a pipe.
        try (InputStream stream = Channels.newInputStream(FileChannel.open(input))) {
            removeEarlier(rejects, input);
            Workers workers1 = workers.workers(1, input, System.err);
            Workers workers2 = workers.workers(2, input, System.err);
            meter = new RunMeter(Files.size(input));
            outcome = run(new LineReader(measure.input(stream, meter)), rejects, workers1, workers2, live);
        } catch (IOException e) {
            throw new IOException("cannot read: file=" + input, e);
        }
        report(outcome, meter, rejects);
    }

    private void listenAndRun(Termination termination, LiveRun live)
            throws IOException, ExecutionException, InterruptedException {
        if (joining.isBetweenProcesses()) {
            throw new ParameterException(
                    spec.commandLine(), "is for a file: --joint=" + joining + ". Start ingest --port and the others");
        }
        Path rejects = rejectFile == null ? Path.of("summarizer.rejects") : rejectFile;
        Outcome outcome = run(listen.listener(termination), rejects, workers.inTurn(1), workers.inTurn(2), live);
        if (outcome.rejects().isEmpty()) { // Not before: whoever has the port may write to the file.
            removeEarlier(rejects, null);
        }
        report(outcome, new RunMeter(0), rejects);
    }

    private void report(Outcome outcome, RunMeter meter, Path rejects) throws IOException {
        measure.write(meter, outcome);
        Report.writeSummaries(outcome.summaries());
        Report.writeFigures(outcome, rejects, System.err);
    }

    /** Those of an earlier run would be taken for those of this one, if it has none. */
    private void removeEarlier(Path rejects, @Nullable Path input) throws IOException {
        if (Files.isRegularFile(rejects)) {
            if (input != null && Files.isSameFile(rejects, input)) {
                throw new ParameterException(
                        spec.commandLine(), "the file that is read: --rejects=" + rejects + ". Name another one");
            }
            Files.delete(rejects);
        }
    }

    private Outcome run(LineSource source, Path rejects, Workers workers1, Workers workers2, LiveRun live)
            throws IOException, ExecutionException, InterruptedException {
        if (!joining.isTailrace()) {
            Pipeline pipeline = joining == Joining.NONE
                    ? Pipeline.direct()
                    : Pipeline.withJoints(JointKind.valueOf(joining.name()), capacity);
            return pipeline.run(source, rejects, workers1, workers2, live);
        }
        try (Tailrace tailrace = Tailrace.open()) {
            return joining == Joining.DISPATCH
                    ? Pipeline.withDispatch(tailrace, capacity).run(source, rejects, workers1, workers2, live)
                    : new ProcessPipeline(
                                    tailrace, StreamKind.valueOf(joining.name()), capacity, SummarizerMain.ownCommand())
                            .run(source, rejects, workers1, workers2, live);
        }
    }
}
