/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs benchmarks of JMH in JVMs of their own. What JMH has to say goes to a file. */
public final class JmhRunner implements AutoCloseable {
    private final String java;
    private final Path log;
    private final PrintStream output;

    /** Its log lies beside the section's raw data, and is made anew. */
    public JmhRunner(Lab lab) {
        java = lab.run().java();
        log = lab.run().out().resolve(lab.section() + "-jdk" + lab.run().jdk() + ".log");
        try {
            output = new PrintStream(Files.newOutputStream(log), true, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs what the options name.
     *
     * @throws IllegalStateException if a benchmark fails
     */
    public Collection<RunResult> run(ChainedOptionsBuilder options) {
        try {
            return new Runner(
                            options.jvm(java).shouldFailOnError(true).build(),
                            OutputFormatFactory.createFormatInstance(output, VerboseMode.NORMAL))
                    .run();
        } catch (RunnerException e) {
            throw new IllegalStateException("a benchmark failed: log=" + log + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        output.close();
    }
}
