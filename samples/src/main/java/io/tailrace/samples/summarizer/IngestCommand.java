/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.process.IngestSources;
import io.tailrace.samples.summarizer.syslog.LineReader;
import io.tailrace.samples.summarizer.syslog.LineSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code ingest}: publishes the lines of a file, or those that come over TCP. */
@Command(
        name = "ingest",
        mixinStandardHelpOptions = true,
        description =
                "Publishes the lines of a file, or those that come over TCP until a signal, for parse or summarize."
                        + " Waits while they are slow, or not there.")
final class IngestCommand implements Callable<Integer> {
    @Mixin
    private StreamOptions streams = new StreamOptions();

    @ParentCommand
    private @Nullable SummarizerMain main;

    @Mixin
    private ListenOptions listen = new ListenOptions();

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "Lines of syslog.")
    private @Nullable Path file;

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        streams.check();
        listen.check(file != null);
        if (file == null) {
            publish(listen.listener(Objects.requireNonNull(main).termination()));
            return 0;
        }
        try (InputStream input = Files.newInputStream(file)) {
            publish(new LineReader(input));
        } catch (IOException e) {
            throw new IOException("cannot read: file=" + file, e);
        }
        return 0;
    }

    private void publish(LineSource lines) throws IOException, InterruptedException, ExecutionException {
        try (Tailrace tailrace = Tailrace.open();
                IngestSources sources =
                        new IngestSources(tailrace, streams.streams(""), streams.readers(1), streams.readers(2))) {
            sources.run(lines);
            Report.writeRead(sources.lineCount(), sources.rejects(), System.err);
        }
    }
}
