/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.process.IngestProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ingest}: publishes the lines of a file. */
@Command(
        name = "ingest",
        mixinStandardHelpOptions = true,
        description = "Publishes the lines of a file, for parse or summarize. Waits while they are slow, or not there.")
final class IngestCommand implements Callable<Integer> {
    @Mixin
    private StreamOptions streams = new StreamOptions();

    @Parameters(paramLabel = "FILE", description = "Lines of syslog.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws IOException, InterruptedException {
        streams.check();
        try (InputStream input = Files.newInputStream(file);
                Tailrace tailrace = Tailrace.open();
                IngestProcess ingest =
                        new IngestProcess(tailrace, streams.streams(""), streams.readers(1), streams.readers(2))) {
            ingest.run(input);
            Report.writeRead(ingest.lineCount(), ingest.rejects(), System.err);
        } catch (IOException e) {
            throw new IOException("cannot read: file=" + file, e);
        }
        return 0;
    }
}
