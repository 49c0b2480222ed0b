/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Tailrace;
import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that the commands of all stages have. */
final class StageOptions {
    private static final int MAX_SUMMARIZERS = 12;
    private static final int ORPHANED = 70;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "summarizer",
            description = "Of the pipeline: its streams begin with it. Default: ${DEFAULT-VALUE}.")
    private String name = "";

    @Option(
            names = "--summarizers",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many summarizers share the summaries, 1 to 12. Default: ${DEFAULT-VALUE}.")
    private int summarizers;

    @Option(names = "--child", hidden = true, description = "Ends when the standard input does: run has started it.")
    private boolean isChild;

    /** The work of a stage. */
    interface Work {
        void run(Tailrace tailrace) throws IOException, InterruptedException;
    }

    String name() {
        return name;
    }

    int summarizers() {
        return summarizers;
    }

    /** Complains of values that are out of range. */
    void check() {
        check(spec, "--summarizers", summarizers, 1, MAX_SUMMARIZERS);
        if (!name.matches("[A-Za-z0-9._-]{1,64}")) {
            throw new ParameterException(
                    spec.commandLine(), "not a name: --name=" + name + ", allowed=1 to 64 of A-Z a-z 0-9 . _ -");
        }
    }

    /** @throws ParameterException if the value of an option is not within the bounds */
    static void check(CommandSpec spec, String option, long value, long min, long max) {
        if (value < min || value > max) {
            throw new ParameterException(
                    spec.commandLine(), "out of range: " + option + "=" + value + ", min=" + min + ", max=" + max);
        }
    }

    /** Works with a driver, an embedded one where no other runs, until it is done or interrupted by a signal. */
    int work(Work work) throws IOException {
        check();
        if (isChild) {
            Thread thread = new Thread(StageOptions::endWithParent, "parent");
            thread.setDaemon(true);
            thread.start();
        }
        try (Tailrace tailrace = Tailrace.open()) {
            work.run(tailrace);
        } catch (InterruptedException e) {
            SummarizerMain.say("ended by a signal; start it again to go on");
        }
        return 0;
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is written to it.
            }
        } catch (IOException e) {
            // As good as its end.
        }
        Runtime.getRuntime().halt(ORPHANED);
    }
}
