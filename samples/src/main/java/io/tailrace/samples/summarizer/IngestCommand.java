/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code ingest}: publishes the lines of a file. */
@Command(
        name = "ingest",
        mixinStandardHelpOptions = true,
        description = "Publishes the lines of a file for parse. Waits while that is slow, or not there.")
final class IngestCommand implements Callable<Integer> {
    @Mixin
    private StageOptions options = new StageOptions();

    @ParentCommand
    private SummarizerMain main = new SummarizerMain();

    @Parameters(paramLabel = "FILE", description = "Lines of syslog.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws IOException {
        checkReadable(file);
        options.check();
        main.termination().interrupt(Thread.currentThread());
        return options.work(tailrace -> {
            long lineCount = Ingest.publish(tailrace, options.name(), file);
            SummarizerMain.say("published: lines=" + lineCount + ", file=" + file);
        });
    }

    /** @throws IOException if the file cannot be read */
    static void checkReadable(Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new IOException("cannot read: file=" + file + "; name a regular file that exists and is readable");
        }
    }
}
