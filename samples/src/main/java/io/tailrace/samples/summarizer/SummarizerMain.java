/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands of the Summarizer; {@code --help} describes them. Each stage is a command. */
@Command(
        name = "summarizer",
        mixinStandardHelpOptions = true,
        description = "Summarizes log events in lines of syslog.",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:done, or ended by a signal in order",
            "64:wrong command line",
            "69:no media driver, or it refuses: the stage may already run",
            "70:internal error",
            "74:input or output failed"
        })
public final class SummarizerMain {
    static final int USAGE = 64;
    static final int UNAVAILABLE = 69;
    static final int INTERNAL = 70;
    static final int IO_FAILED = 74;

    private static final int MAX_SUMMARIZERS = 12;
    private static final String SUMMARIES = "summaries";
    private static final String ABOUT_DIRECTORY =
            "Holds snapshots, summaries and rejected lines. Default: ${DEFAULT-VALUE}.";

    private final Termination termination = new Termination();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    SummarizerMain() {}

    public static void main(String[] arguments) {
        SummarizerMain main = new SummarizerMain();
        main.termination.exit(main.execute(arguments));
    }

    int execute(String... arguments) {
        CommandLine command = new CommandLine(this);
        command.setExpandAtFiles(false);
        command.setParameterExceptionHandler((e, line) -> complain(e));
        command.setExecutionExceptionHandler((e, line, result) -> report(e));
        for (String stage : List.of("ingest", "parse", "summarize")) { // Help has them after run, which starts them.
            spec.addSubcommand(stage, spec.removeSubcommand(stage));
        }
        if (arguments.length == 0) {
            command.usage(System.err);
            return USAGE;
        }
        return command.execute(arguments);
    }

    /** The options that all stages have. */
    private static final class Pipeline {
        @Option(
                names = "--name",
                paramLabel = "NAME",
                defaultValue = "summarizer",
                description = "Name of the pipeline and prefix of its streams. Default: ${DEFAULT-VALUE}.")
        private String name = "";

        @Option(
                names = "--summarizers",
                paramLabel = "N",
                defaultValue = "1",
                description = "Number of summarizers that share the summaries, 1 to 12. Default: ${DEFAULT-VALUE}.")
        private int summarizers;

        @Option(
                names = "--child",
                hidden = true,
                description = "Ends when the standard input does; for stages started by run.")
        private boolean isChild;
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Writes random lines to a file; the same options give the same lines.")
    int generate(
            @Option(names = "--events", paramLabel = "N", required = true, description = "Number of lines.")
                    long events,
            @Option(
                            names = "--v2",
                            paramLabel = "PERCENT",
                            defaultValue = "0",
                            description = "Percentage of JSON lines. Default: ${DEFAULT-VALUE}.")
                    int percentV2,
            @Option(
                            names = "--seed",
                            paramLabel = "N",
                            defaultValue = "1",
                            description = "Seed of the random numbers. Default: ${DEFAULT-VALUE}.")
                    long seed,
            @Parameters(paramLabel = "FILE", description = "Is overwritten.") Path file)
            throws IOException {
        check("--events", events, 0, Long.MAX_VALUE);
        check("--v2", percentV2, 0, 100);
        try {
            new Generator(seed, percentV2).write(events, file);
        } catch (IOException e) {
            throw new IOException("cannot write: file=" + file, e);
        }
        return 0;
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Summarizes a file: starts all stages as processes, restarts those that are killed, and"
                    + " writes the summaries to the standard output.")
    int run(
            @Mixin Pipeline pipeline,
            @Option(names = "--dir", paramLabel = "DIR", defaultValue = SUMMARIES, description = ABOUT_DIRECTORY)
                    Path directory,
            @Parameters(paramLabel = "FILE", description = "Lines of syslog.") Path file)
            throws IOException {
        check(pipeline);
        checkReadable(file);
        termination.listen(Thread.currentThread()::interrupt);
        List<StageProcess> stages = new ArrayList<>();
        try {
            for (int i = 0; i < pipeline.summarizers; i++) {
                stages.add(start(
                        pipeline,
                        "summarize",
                        "--until-end",
                        "--index",
                        String.valueOf(i),
                        "--dir",
                        directory.toString()));
            }
            stages.add(start(pipeline, "parse", "--until-end"));
            stages.add(start(pipeline, "ingest", file.toString()));
            int exitCode = StageProcess.await(stages);
            if (exitCode == 0) {
                System.out.println(Summarize.merge(directory, pipeline.summarizers));
                if (System.out.checkError()) {
                    throw new IOException("cannot write summaries to the standard output; they are in " + directory);
                }
            }
            return exitCode;
        } catch (InterruptedException e) {
            say("ended by a signal; run it again to continue: dir=" + directory);
            return 0;
        } finally {
            stages.forEach(StageProcess::close);
        }
    }

    private static StageProcess start(Pipeline pipeline, String... stage) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(stage));
        String summarizers = String.valueOf(pipeline.summarizers);
        arguments.addAll(List.of("--child", "--name", pipeline.name, "--summarizers", summarizers));
        return new StageProcess(arguments);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Publishes the lines of a file for parse. Waits while parse is slow or not running.")
    int ingest(@Mixin Pipeline pipeline, @Parameters(paramLabel = "FILE", description = "Lines of syslog.") Path file)
            throws IOException {
        checkReadable(file);
        check(pipeline);
        termination.listen(Thread.currentThread()::interrupt);
        return work(pipeline, tailrace -> {
            long lineCount = Ingest.publish(tailrace, pipeline.name, file);
            say("published: lines=" + lineCount + ", file=" + file);
        });
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Parses the lines of ingest into events for summarize, until a signal.")
    int parse(
            @Mixin Pipeline pipeline,
            @Option(names = "--until-end", description = "Ends when a source has ended.") boolean isUntilEnd)
            throws IOException {
        check(pipeline);
        termination.listen(Thread.currentThread()::interrupt);
        return work(pipeline, tailrace -> {
            try (Parse parse = new Parse(tailrace, pipeline.name, pipeline.summarizers)) {
                parse.run(!isUntilEnd);
            }
        });
    }

    @Command(
            mixinStandardHelpOptions = true,
            description =
                    "Makes summaries of the events of parse, until a signal. Writes them when all sources have ended,"
                            + " and at the signal.")
    int summarize(
            @Mixin Pipeline pipeline,
            @Option(
                            names = "--index",
                            paramLabel = "I",
                            defaultValue = "0",
                            description = "Index of this summarizer, from 0. Default: ${DEFAULT-VALUE}.")
                    int index,
            @Option(names = "--dir", paramLabel = "DIR", defaultValue = SUMMARIES, description = ABOUT_DIRECTORY)
                    Path directory,
            @Option(names = "--until-end", description = "Ends when all sources have ended.") boolean isUntilEnd)
            throws IOException {
        check(pipeline);
        check("--index", index, 0, pipeline.summarizers - 1);
        AtomicBoolean isStopped = new AtomicBoolean();
        termination.listen(() -> isStopped.set(true));
        return work(pipeline, tailrace -> {
            try (Summarize summarize = new Summarize(
                    tailrace, pipeline.name, index, pipeline.summarizers, directory, SummarizerMain::say)) {
                summarize.run(!isUntilEnd, isStopped::get);
            }
        });
    }

    /** The work of a stage. */
    private interface Work {
        void run(Tailrace tailrace) throws IOException, InterruptedException;
    }

    /** Works with a driver, embedded if no other runs, until it is done or interrupted by a signal. */
    private static int work(Pipeline pipeline, Work work) throws IOException {
        if (pipeline.isChild) {
            StageProcess.endWithParent();
        }
        try (Tailrace tailrace = Tailrace.open()) {
            work.run(tailrace);
        } catch (InterruptedException e) {
            say("ended by a signal; start it again to continue");
        }
        return 0;
    }

    private void check(Pipeline pipeline) {
        check("--summarizers", pipeline.summarizers, 1, MAX_SUMMARIZERS);
        if (!pipeline.name.matches("[A-Za-z0-9._-]{1,64}")) {
            throw wrong("not a name: --name=" + pipeline.name + ", allowed=1 to 64 of A-Z a-z 0-9 . _ -");
        }
    }

    private void check(String option, long value, long min, long max) {
        if (value < min || value > max) {
            throw wrong("out of range: " + option + "=" + value + ", min=" + min + ", max=" + max);
        }
    }

    private ParameterException wrong(String what) {
        CommandLine command =
                spec.commandLine().getParseResult().subcommand().commandSpec().commandLine();
        return new ParameterException(command, what);
    }

    private static void checkReadable(Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new IOException("cannot read: file=" + file + "; name a regular file that exists and is readable");
        }
    }

    private static int complain(ParameterException e) {
        say(e.getMessage() + ". Try: " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        return USAGE;
    }

    private static int report(Throwable thrown) {
        if (thrown instanceof TailraceException) {
            say(String.valueOf(thrown.getMessage()));
            return UNAVAILABLE;
        }
        if (thrown instanceof IOException || thrown instanceof UncheckedIOException) {
            say(thrown.getMessage() + (thrown.getCause() == null ? "" : ": " + thrown.getCause()));
            return IO_FAILED;
        }
        say("internal error: " + thrown);
        return INTERNAL;
    }

    /** Prints one line for the user. */
    static void say(String line) {
        System.err.println("summarizer: " + line.strip().replace("\r", "").replace('\n', ' '));
    }
}
