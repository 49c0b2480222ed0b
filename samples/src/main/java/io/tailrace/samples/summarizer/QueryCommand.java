/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.page.PageServer;
import io.tailrace.samples.summarizer.query.LiveProcesses;
import io.tailrace.samples.summarizer.wire.Streams;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code query}: shows what other processes do. */
@Command(
        name = "query",
        mixinStandardHelpOptions = true,
        description = "Shows in a browser what ingest, parse and summarize do, and the summaries.")
final class QueryCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @ParentCommand
    private @Nullable SummarizerMain main;

    @Mixin
    private HttpOption http = new HttpOption();

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (Tailrace tailrace = Tailrace.open();
                LiveProcesses live = new LiveProcesses(tailrace, Streams.toRead(""));
                PageServer page = http.serve(live)) {
            if (page == null) {
                throw new ParameterException(spec.commandLine(), "missing: --http=PORT");
            }
            Termination termination = Objects.requireNonNull(main).termination();
            termination.listen();
            termination.await();
        }
        return 0;
    }
}
