/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The commands of the Summarizer; {@code --help} describes them. Each stage is a command. */
@Command(
        name = "summarizer",
        mixinStandardHelpOptions = true,
        description = "Summarizes log events, lines of a file: type,item,amount,latency.",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:done",
            "64:wrong command line",
            "69:no media driver, or it refuses: the stage may already run",
            "74:input or output failed",
            "143:ended by a signal, in order"
        })
public final class SummarizerMain {
    static final int UNAVAILABLE = 69;
    private static final int USAGE = 64;
    private static final int IO_FAILED = 74;
    private static final long LOOK_PAUSE_MS = 50;
    private static final long PATIENCE_MS = TimeUnit.SECONDS.toMillis(10);

    SummarizerMain() {}

    /** Its shutdown hook lets the command end in order at a signal. */
    public static void main(String[] arguments) {
        Thread command = Thread.currentThread();
        Thread hook = new Thread(() -> endInOrder(command), "signal");
        Runtime.getRuntime().addShutdownHook(hook);
        int exitCode = new SummarizerMain().execute(arguments);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return; // A signal ends the process.
        }
        System.exit(exitCode);
    }

    private static void endInOrder(Thread command) {
        command.interrupt();
        try {
            command.join(PATIENCE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // Nobody interrupts a hook.
        }
    }

    int execute(String... arguments) {
        CommandLine command = new CommandLine(this);
        command.setParameterExceptionHandler((e, line) -> {
            say(e.getMessage() + ". Try: " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
            return USAGE;
        });
        command.setExecutionExceptionHandler((e, line, result) -> report(e));
        return command.execute(arguments.length == 0 ? new String[] {"--help"} : arguments);
    }

    private static int report(Exception thrown) throws Exception {
        if (thrown instanceof TailraceException) {
            say(String.valueOf(thrown.getMessage()));
            return UNAVAILABLE;
        }
        if (thrown instanceof IOException) {
            say(String.valueOf(thrown.getMessage()));
            return IO_FAILED;
        }
        throw thrown;
    }

    /** The options of all stages. */
    private static final class Pipeline {
        @Option(
                names = "--name",
                paramLabel = "NAME",
                defaultValue = "summarizer",
                description = "Name of the pipeline, and of its stream. Default: ${DEFAULT-VALUE}.")
        private String name = "";

        @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
        private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

        @Option(
                names = "--summarizers",
                paramLabel = "N",
                defaultValue = "1",
                description = "Number of summarizers that share the summaries, 1 to 3. Default: ${DEFAULT-VALUE}.")
        private int summarizers;

        private void check() {
            check("--summarizers", summarizers, 1, Summary.ALL.size());
        }

        private void check(String option, long value, long min, long max) {
            if (value < min || value > max) {
                throw new ParameterException(
                        spec.commandLine(), "out of range: " + option + '=' + value + ", min=" + min + ", max=" + max);
            }
        }
    }

    @Command(mixinStandardHelpOptions = true, description = "Writes random lines to a file.")
    int generate(
            @Option(names = "--events", paramLabel = "N", required = true, description = "Number of lines.")
                    long events,
            @Option(
                            names = "--seed",
                            paramLabel = "N",
                            defaultValue = "1",
                            description = "The same seed gives the same lines. Default: ${DEFAULT-VALUE}.")
                    long seed,
            @Parameters(paramLabel = "FILE", description = "Is overwritten.") Path file)
            throws IOException {
        Generator.write(events, seed, file);
        return 0;
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Summarizes a file: starts all stages as processes, restarts those that are killed, and"
                    + " writes the summaries to the standard output. Run again, it continues.")
    int run(
            @Mixin Pipeline pipeline,
            @Option(
                            names = "--dir",
                            paramLabel = "DIR",
                            defaultValue = "summaries",
                            description = "Holds snapshots and summaries. Default: ${DEFAULT-VALUE}.")
                    Path directory,
            @Parameters(paramLabel = "FILE", description = "Lines.") Path file)
            throws IOException, InterruptedException {
        pipeline.check();
        checkReadable(file);
        List<StageProcess> stages = new ArrayList<>();
        try {
            for (int i = 0; i < pipeline.summarizers; i++) {
                stages.add(start(pipeline, "summarize", "--index", String.valueOf(i), "--dir", directory.toString()));
            }
            stages.add(start(pipeline, "ingest", file.toString()));
            int exitCode = await(stages);
            if (exitCode == 0) {
                System.out.println(Summarize.merge(directory, pipeline.summarizers));
            }
            return exitCode;
        } finally {
            stages.forEach(StageProcess::close);
        }
    }

    private static void checkReadable(Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new IOException("cannot read: file=" + file + "; name a regular file that exists and is readable");
        }
    }

    private static StageProcess start(Pipeline pipeline, String... stage) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(stage));
        arguments.addAll(List.of("--name", pipeline.name, "--summarizers", String.valueOf(pipeline.summarizers)));
        return new StageProcess(arguments);
    }

    /** Supervises stages until all summarizers are done, or a stage has failed. Returns the exit code. */
    private static int await(List<StageProcess> stages) throws IOException, InterruptedException {
        while (true) {
            int done = 0;
            for (StageProcess stage : stages) {
                int exitCode = stage.look();
                if (exitCode > 0) {
                    return exitCode;
                }
                boolean isIngest = stage == stages.get(stages.size() - 1);
                done += exitCode == 0 && !isIngest ? 1 : 0;
            }
            if (done == stages.size() - 1) {
                return 0;
            }
            Thread.sleep(LOOK_PAUSE_MS);
        }
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Publishes the lines of a file. Waits while summarizers are slow or do not run.")
    int ingest(@Mixin Pipeline pipeline, @Parameters(paramLabel = "FILE", description = "Lines.") Path file)
            throws IOException, InterruptedException {
        pipeline.check();
        checkReadable(file);
        try (Tailrace tailrace = Tailrace.open()) {
            long lines = Ingest.publish(tailrace, pipeline.name, pipeline.summarizers, file);
            say("published: lines=" + lines + ", file=" + file);
        }
        return 0;
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Makes summaries of the lines, and writes them when all were counted, or at a signal.")
    int summarize(
            @Mixin Pipeline pipeline,
            @Option(
                            names = "--index",
                            paramLabel = "I",
                            defaultValue = "0",
                            description = "Index of this summarizer, from 0. Default: ${DEFAULT-VALUE}.")
                    int index,
            @Option(
                            names = "--dir",
                            paramLabel = "DIR",
                            defaultValue = "summaries",
                            description = "Holds snapshots and summaries. Default: ${DEFAULT-VALUE}.")
                    Path directory)
            throws IOException {
        pipeline.check();
        pipeline.check("--index", index, 0, pipeline.summarizers - 1);
        try (Tailrace tailrace = Tailrace.open();
                Summarize summarize = new Summarize(tailrace, pipeline.name, index, pipeline.summarizers, directory)) {
            summarize.run();
        }
        return 0;
    }

    /** Prints one line for the user. */
    static void say(String line) {
        System.err.println("summarizer: " + line);
    }
}
