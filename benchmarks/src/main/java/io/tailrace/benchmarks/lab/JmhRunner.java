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

    /**
     * @param java command of the JVM to measure
     * @param log made anew
     */
    private JmhRunner(String java, Path log) {
        this.java = java;
        this.log = log;
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            output = new PrintStream(Files.newOutputStream(log), true, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes one whose log lies beside the section's raw data. */
    public static JmhRunner of(Lab lab) {
        Run run = lab.run();
        return new JmhRunner(run.java(), run.out().resolve(lab.section() + "-jdk" + run.jdk() + ".log"));
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
