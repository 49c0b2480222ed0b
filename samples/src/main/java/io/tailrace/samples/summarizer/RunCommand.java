/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code run}: all stages as child processes. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Summarizes a file: starts all stages as processes, starts those again that are killed, and"
                + " writes the summaries to the standard output.")
final class RunCommand implements Callable<Integer> {
    private static final long PAUSE_MS = 50;

    @Mixin
    private StageOptions options = new StageOptions();

    @ParentCommand
    private SummarizerMain main = new SummarizerMain();

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            defaultValue = "summaries",
            description = "Holds snapshots, summaries and rejected lines. Default: ${DEFAULT-VALUE}.")
    private Path directory = Path.of("");

    @Parameters(paramLabel = "FILE", description = "Lines of syslog.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws IOException {
        options.check();
        IngestCommand.checkReadable(file);
        main.termination().interrupt(Thread.currentThread());
        List<StageProcess> stages = new ArrayList<>();
        try {
            for (int i = 0; i < options.summarizers(); i++) {
                stages.add(
                        start("summarize", "--until-end", "--index", String.valueOf(i), "--dir", directory.toString()));
            }
            stages.add(start("parse", "--until-end"));
            stages.add(start("ingest", file.toString()));
            int exitCode = await(stages);
            if (exitCode == 0) {
                System.out.println(Summarize.merge(directory, options.summarizers()));
                if (System.out.checkError()) {
                    throw new IOException("cannot write summaries to the standard output; they are in " + directory);
                }
            }
            return exitCode;
        } catch (InterruptedException e) {
            SummarizerMain.say("ended by a signal; run it again to go on: dir=" + directory);
            return 0;
        } finally {
            stages.forEach(StageProcess::close);
        }
    }

    private StageProcess start(String... stage) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(stage));
        arguments.addAll(
                List.of("--child", "--name", options.name(), "--summarizers", String.valueOf(options.summarizers())));
        return new StageProcess(arguments);
    }

    private static int await(List<StageProcess> stages) throws IOException, InterruptedException {
        boolean areDone = false;
        while (!areDone) {
            areDone = true;
            for (StageProcess stage : stages) {
                int exitCode = stage.look();
                if (exitCode > 0) {
                    return exitCode;
                }
                areDone &= exitCode == 0;
            }
            Thread.sleep(PAUSE_MS);
        }
        return 0;
    }
}
