/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.samples.summarizer.measure.Figures;
import io.tailrace.samples.summarizer.measure.PacedInput;
import io.tailrace.samples.summarizer.measure.RunMeter;
import io.tailrace.samples.summarizer.pipeline.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of a command that measures how it summarizes a file. */
final class MeasureOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--rate", paramLabel = "N", description = "Lines a second. Default: as many as it can take.")
    private @Nullable Integer linesPerS;

    @Option(
            names = "--figures",
            paramLabel = "FILE",
            description = "Gets the figures as JSON: of the whole run, and of the half after the JVM's warm-up.")
    private @Nullable Path figuresFile;

    /** Complains of a value that is out of range, or for a file where there is none. */
    void check(boolean hasFile) {
        if (linesPerS != null) {
            if (!hasFile) {
                throw new ParameterException(spec.commandLine(), "--rate is for a FILE");
            }
            Range.check(spec, "--rate", linesPerS, 1, Integer.MAX_VALUE);
        }
    }

    /** {@return the input, at the rate that was asked for} */
    InputStream input(InputStream input, RunMeter meter) {
        InputStream watched = meter.watch(input);
        return linesPerS == null ? watched : new PacedInput(watched, linesPerS);
    }

    /** Writes the figures, if they were asked for. */
    void write(RunMeter meter, Outcome outcome) throws IOException {
        if (figuresFile != null) {
            Figures figures = meter.figures(outcome);
            try {
                figures.write(figuresFile);
            } catch (IOException e) {
                throw new IOException("cannot write figures: file=" + figuresFile, e);
            }
        }
    }
}
