/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.joint.JointKind;
import io.tailrace.samples.summarizer.pipeline.Outcome;
import io.tailrace.samples.summarizer.pipeline.Pipeline;
import io.tailrace.samples.summarizer.pipeline.Workers;
import io.tailrace.samples.summarizer.process.ProcessPipeline;
import io.tailrace.samples.summarizer.process.StreamKind;
import io.tailrace.samples.summarizer.summary.Definitions;
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

    @Option(names = "--parsers", paramLabel = "N", defaultValue = "1", description = "Threads that parse version 1.")
    private int parsers;

    @Option(
            names = "--summarizers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Threads that write the summaries of version 1.")
    private int summarizers;

    @Option(names = "--parsers-v2", paramLabel = "N", defaultValue = "1", description = "Threads that parse version 2.")
    private int parsers2;

    @Option(
            names = "--summarizers-v2",
            paramLabel = "N",
            defaultValue = "1",
            description = "Threads that write the summaries of version 2.")
    private int summarizers2;

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

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "Lines of syslog.")
    private @Nullable Path file;

    @Override
    public Integer call() throws IOException, ExecutionException, InterruptedException {
        check("--queue", capacity, MAX_CAPACITY);
        Workers workers1 = workers(1, "", parsers, summarizers);
        Workers workers2 = workers(2, "-v2", parsers2, summarizers2);
        listen.check(file != null);
        Path rejects =
                rejectFile == null ? Path.of(file == null ? "summarizer.rejects" : file + ".rejects") : rejectFile;
        Outcome outcome =
                file == null ? listenAndRun(rejects, workers1, workers2) : run(file, rejects, workers1, workers2);
        Report.writeSummaries(outcome.summaries());
        Report.writeFigures(outcome, rejects, System.err);
        return 0;
    }

    private Outcome run(Path input, Path rejects, Workers workers1, Workers workers2)
            throws IOException, ExecutionException, InterruptedException {
        // By a channel: an interrupt ends the read from a pipe.
        try (InputStream stream = Channels.newInputStream(FileChannel.open(input))) {
            removeEarlier(rejects, input);
            return run(new LineReader(stream), rejects, workers1, workers2);
        } catch (IOException e) {
            throw new IOException("cannot read: file=" + input, e);
        }
    }

    private Outcome listenAndRun(Path rejects, Workers workers1, Workers workers2)
            throws IOException, ExecutionException, InterruptedException {
        if (joining.isBetweenProcesses()) {
            throw new ParameterException(
                    spec.commandLine(), "is for a file: --joint=" + joining + ". Start ingest --port and the others");
        }
        LineSource source = listen.listener(Objects.requireNonNull(main).termination());
        Outcome outcome = run(source, rejects, workers1, workers2);
        if (outcome.rejects().isEmpty()) { // Not before: whoever has the port may write to the file.
            removeEarlier(rejects, null);
        }
        return outcome;
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

    private Outcome run(LineSource source, Path rejects, Workers workers1, Workers workers2)
            throws IOException, ExecutionException, InterruptedException {
        if (!joining.isTailrace()) {
            Pipeline pipeline = joining == Joining.NONE
                    ? Pipeline.direct()
                    : Pipeline.withJoints(JointKind.valueOf(joining.name()), capacity);
            return pipeline.run(source, rejects, workers1, workers2);
        }
        try (Tailrace tailrace = Tailrace.open()) {
            return joining == Joining.DISPATCH
                    ? Pipeline.withDispatch(tailrace, capacity).run(source, rejects, workers1, workers2)
                    : new ProcessPipeline(
                                    tailrace, StreamKind.valueOf(joining.name()), capacity, SummarizerMain.ownCommand())
                            .run(source, rejects, workers1, workers2);
        }
    }

    private Workers workers(int version, String suffix, int parserCount, int summarizerCount) {
        check("--parsers" + suffix, parserCount, Workers.MAX_PARSERS);
        check(
                "--summarizers" + suffix,
                summarizerCount,
                Definitions.ofVersion(version).size());
        return new Workers(parserCount, summarizerCount);
    }

    private void check(String option, int value, int max) {
        if (value < 1 || value > max) {
            throw new ParameterException(
                    spec.commandLine(), "out of range: " + option + "=" + value + ", min=1, max=" + max);
        }
    }
}
