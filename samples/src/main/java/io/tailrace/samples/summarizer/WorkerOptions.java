/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.samples.summarizer.pipeline.Assignment;
import io.tailrace.samples.summarizer.pipeline.Load;
import io.tailrace.samples.summarizer.pipeline.Workers;
import io.tailrace.samples.summarizer.summary.Definition;
import io.tailrace.samples.summarizer.summary.Definitions;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that say who works on the events of each version. */
final class WorkerOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--parsers", paramLabel = "N", defaultValue = "1", description = "Threads that parse version 1.")
    private int parsers;

    @Option(
            names = "--summarizers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Threads that write the summaries of version 1.")
    private int summarizers;

    @Option(names = "--parsers-v2", paramLabel = "N", defaultValue = "1", description = "Threads that parse version 2.")
    private int parsers2;

    @Option(
            names = "--summarizers-v2",
            paramLabel = "N",
            defaultValue = "1",
            description = "Threads that write the summaries of version 2.")
    private int summarizers2;

    @Option(
            names = "--assign",
            paramLabel = "HOW",
            defaultValue = "TURN",
            description = "Gives the summaries to the summarizers in turn (TURN), or so that each has as much to do, as"
                    + " a trial with the first events of the file says (LOAD). Default: ${DEFAULT-VALUE}.")
    private How how = How.TURN;

    /** How summaries are given to summarizers. */
    enum How {
        TURN,
        LOAD
    }

    /** Complains of a value that is out of range, or for a file where there is none. */
    void check(boolean hasFile) {
        if (how == How.LOAD && !hasFile) {
            throw new ParameterException(spec.commandLine(), "--assign load is for a FILE");
        }
        Range.check(spec, "--parsers", parsers, 1, Workers.MAX_PARSERS);
        Range.check(spec, "--parsers-v2", parsers2, 1, Workers.MAX_PARSERS);
        Range.check(
                spec, "--summarizers", summarizers, 1, Definitions.ofVersion(1).size());
        Range.check(
                spec,
                "--summarizers-v2",
                summarizers2,
                1,
                Definitions.ofVersion(2).size());
    }

    /**
     * {@return who works on the events of a version}
     *
     * @param file has events of the kind that will come
     * @param output is told what a trial has come to
     */
    Workers workers(int version, Path file, PrintStream output) throws IOException {
        Workers inTurn = inTurn(version);
        if (how == How.TURN) {
            return inTurn;
        }
        if (!Files.isRegularFile(file)) {
            throw new ParameterException(
                    spec.commandLine(), "cannot be read twice: --assign=load, file=" + file + ". Use --assign turn");
        }
        List<Long> costsNs;
        try (InputStream input = Files.newInputStream(file)) {
            costsNs = Load.costsNs(input, version);
        }
        Assignment assignment = Assignment.byLoad(costsNs, inTurn.summarizers());
        tell(version, costsNs, assignment, output);
        return new Workers(inTurn.parsers(), assignment);
    }

    /** {@return who works on the events of a version, where summaries are given in turn} */
    Workers inTurn(int version) {
        return version == 1 ? new Workers(parsers, summarizers) : new Workers(parsers2, summarizers2);
    }

    private static void tell(int version, List<Long> costsNs, Assignment assignment, PrintStream output) {
        List<Definition> definitions = Definitions.ofVersion(version);
        double sumNs = Math.max(1, costsNs.stream().mapToLong(Long::longValue).sum());
        for (int i = 0; i < definitions.size(); i++) {
            output.printf(
                    Locale.ROOT,
                    "load: v%d %-10s %3.0f %%, by summarize-v%d-%d%n",
                    version,
                    definitions.get(i).name(),
                    100 * costsNs.get(i) / sumNs,
                    version,
                    assignment.owner(i) + 1);
        }
    }
}
