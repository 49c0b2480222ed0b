/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.samples.summarizer.process.ParentLink;
import io.tailrace.samples.summarizer.process.Supervisor;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Says whether a command was started by hand or by {@code run}, and has it work accordingly. */
final class ChildOptions {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    @Option(
            names = "--run",
            paramLabel = "PREFIX",
            hidden = true,
            description = "Works as a child of run, with streams of this prefix: writes its report to the standard"
                    + " output when the source has ended, and ends when the standard input does.")
    private @Nullable String run;

    /** What the command does. */
    interface Work {
        void run(Tailrace tailrace, Supervisor supervisor) throws Exception;
    }

    /** {@return what stands before the names of its streams} */
    String prefix() {
        return run == null ? "" : run;
    }

    /** Works; returns the exit code. */
    int work(Work work) throws Exception {
        return run == null ? workByHand(work) : workAsChild(work);
    }

    private static int workByHand(Work work) throws Exception {
        try (Tailrace tailrace = Tailrace.open()) {
            work.run(tailrace, new Terminal());
            return 0;
        }
    }

    /** The parent has the driver; where that is gone, nobody else is to embed one. */
    private static int workAsChild(Work work) throws Exception {
        try (FileOutputStream output = new FileOutputStream(FileDescriptor.out)) {
            ParentLink link = ParentLink.open(System.in, output);
            try (Tailrace tailrace = Tailrace.connect(TailraceConfig.defaults().withConnectTimeout(CONNECT_TIMEOUT))) {
                work.run(tailrace, link);
                return 0;
            } catch (Exception e) {
                if (link.hasParentEnded()) { // Nobody is left who would want to know.
                    return SummarizerMain.INTERNAL;
                }
                throw e;
            }
        }
    }
}
