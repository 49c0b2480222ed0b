/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.pipeline.Rejects;
import io.tailrace.samples.summarizer.process.RejectKeeper;
import io.tailrace.samples.summarizer.wire.Streams;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code rejects}: shows the lines that are no events. */
@Command(
        name = "rejects",
        mixinStandardHelpOptions = true,
        description = "Writes the lines that other processes reject to the standard output, until it is ended: the"
                + " number of the line, the reason, and the line, with tabs between.")
final class RejectsCommand implements Callable<Integer> {
    @Override
    public Integer call() throws IOException, InterruptedException {
        try (OutputStream output = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
                Tailrace tailrace = Tailrace.open();
                RejectKeeper keeper =
                        new RejectKeeper(tailrace, Streams.toRead(""), (reason, sequence, bytes, offset, length) -> {
                            try {
                                Rejects.write(reason, sequence, bytes, offset, length, output);
                                output.flush();
                            } catch (IOException e) {
                                throw new UncheckedIOException("cannot write rejected lines to the standard output", e);
                            }
                        })) {
            SummarizerMain.say("ready; ends with Ctrl-C");
            keeper.run();
        }
        return 0;
    }
}
