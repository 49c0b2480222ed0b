/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code summarize}: writes its share of the summaries. */
@Command(
        name = "summarize",
        mixinStandardHelpOptions = true,
        description = "Makes summaries of the events of parse, until a signal. Writes them when all sources have ended,"
                + " and at the signal.")
final class SummarizeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private StageOptions options = new StageOptions();

    @ParentCommand
    private SummarizerMain main = new SummarizerMain();

    @Option(
            names = "--index",
            paramLabel = "I",
            defaultValue = "0",
            description = "Which of the summarizers this is, from 0 on. Default: ${DEFAULT-VALUE}.")
    private int index;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            defaultValue = "summaries",
            description = "Holds snapshots, summaries and rejected lines. Default: ${DEFAULT-VALUE}.")
    private Path directory = Path.of("");

    @Option(names = "--until-end", description = "Ends when all sources have ended.")
    private boolean isUntilEnd;

    @Override
    public Integer call() throws IOException {
        options.check();
        StageOptions.check(spec, "--index", index, 0, options.summarizers() - 1);
        AtomicBoolean isStopped = new AtomicBoolean();
        main.termination().listen(() -> isStopped.set(true));
        return options.work(tailrace -> {
            try (Summarize summarize = new Summarize(
                    tailrace, options.name(), index, options.summarizers(), directory, SummarizerMain::say)) {
                summarize.run(!isUntilEnd, isStopped::get);
            }
        });
    }
}
