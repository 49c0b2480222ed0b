/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.samples.summarizer.process.StreamKind;
import io.tailrace.samples.summarizer.process.SummarizeProcess;
import io.tailrace.samples.summarizer.summary.Definitions;
import io.tailrace.samples.summarizer.wire.Share;
import io.tailrace.samples.summarizer.wire.Streams;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code summarize}: writes summaries of what other processes publish. */
@Command(
        name = "summarize",
        description = "Summarizes the events that parse publishes, or the lines that ingest does. Works until it is"
                + " ended; writes its summaries to the standard output each time that an ingest has ended.")
final class SummarizeCommand implements Callable<Integer> {
    private static final int MAX_VERSION = 2;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The usual ones would have taken the name of the version. */
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help message and exit.")
    @SuppressWarnings("UnusedVariable") // By picocli.
    private boolean isHelpWanted;

    @Option(
            names = "--joint",
            paramLabel = "NAME",
            defaultValue = "EVENTS",
            description = "What it reads: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private StreamKind kind = StreamKind.EVENTS;

    @Option(names = "--version", paramLabel = "V", required = true, description = "Of the events: 1 or 2.")
    private int version;

    @Option(
            names = "--index",
            paramLabel = "I",
            defaultValue = "0",
            description = "Which one of several summarizers this is, from 0 on. Default: ${DEFAULT-VALUE}.")
    private int index;

    @Option(
            names = "--of",
            paramLabel = "M",
            defaultValue = "1",
            description = "How many summarizers there are, to which the summaries are given in turn."
                    + " Default: ${DEFAULT-VALUE}.")
    private int of;

    @Mixin
    private ChildOptions child = new ChildOptions();

    @Override
    public Integer call() throws Exception {
        Range.check(spec, "--version", version, 1, MAX_VERSION);
        Range.check(spec, "--of", of, 1, Definitions.ofVersion(version).size());
        Range.check(spec, "--index", index, 0, of - 1);
        Streams streams = Streams.toRead(child.prefix());
        return child.work((tailrace, supervisor) ->
                new SummarizeProcess(tailrace, streams, kind, version, new Share(index, of), supervisor).run());
    }
}
