/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code parse}: makes events of lines. */
@Command(
        name = "parse",
        mixinStandardHelpOptions = true,
        description = "Makes events of the lines of ingest for summarize, until a signal.")
final class ParseCommand implements Callable<Integer> {
    @Mixin
    private StageOptions options = new StageOptions();

    @ParentCommand
    private SummarizerMain main = new SummarizerMain();

    @Option(names = "--until-end", description = "Ends when a source has ended.")
    private boolean isUntilEnd;

    @Override
    public Integer call() throws IOException {
        options.check();
        main.termination().interrupt(Thread.currentThread());
        return options.work(tailrace -> {
            try (Parse parse = new Parse(tailrace, options.name(), options.summarizers())) {
                parse.run(!isUntilEnd);
            }
        });
    }
}
