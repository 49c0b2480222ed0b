/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.samples.summarizer.pipeline.Workers;
import io.tailrace.samples.summarizer.process.ParseProcess;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code parse}: makes events of lines, for summarizers in other processes. */
@Command(
        name = "parse",
        mixinStandardHelpOptions = true,
        description =
                "Makes events of the lines that ingest publishes, for summarize. Works until it is ended; the next"
                        + " one goes on where it has stopped.")
final class ParseCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--parsers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Threads that parse version 1. Each is a reader for ingest.")
    private int parsers;

    @Option(
            names = "--parsers-v2",
            paramLabel = "N",
            defaultValue = "1",
            description = "Threads that parse version 2. Each is a reader for ingest.")
    private int parsers2;

    @Mixin
    private StreamOptions streams = new StreamOptions();

    @Mixin
    private ChildOptions child = new ChildOptions();

    @Override
    public Integer call() throws Exception {
        streams.check();
        Range.check(spec, "--parsers", parsers, 1, Workers.MAX_PARSERS);
        Range.check(spec, "--parsers-v2", parsers2, 1, Workers.MAX_PARSERS);
        Workers workers1 = new Workers(parsers, streams.readers(1));
        Workers workers2 = new Workers(parsers2, streams.readers(2));
        return child.work((tailrace, supervisor) ->
                new ParseProcess(tailrace, streams.streams(child.prefix()), workers1, workers2, supervisor).run());
    }
}
