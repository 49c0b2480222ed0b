/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One run of a section with one JDK.
 *
 * @param out directory of the raw data
 * @param java the command of the JVM to measure
 * @param jdk its feature version
 * @param quick whether it has to end while somebody waits for it
 * @param anyway whether to measure also on a machine that is not quiet
 * @param seed of every random order
 * @param own all options that were given, with those that only this section knows
 * @param say tells the person at the terminal how far the run is
 */
public record Run(
        Path out, String java, int jdk, boolean quick, boolean anyway, long seed, Options own, Consumer<String> say) {
    /** The options that {@link #parse} understands for every section. */
    static final String USAGE = """
          --quick            what somebody waits for
          --java PATH        the java that is measured (this one)
          --out DIR          for the raw data (benchmark-results/TIME)
          --seed N           of the random orders
          --anyway           also if others use the processors
        """;

    /** Reads the options that all sections have in common, and those that a section alone knows. */
    public static Run parse(List<String> arguments, Set<String> ownOptions) {
        Set<String> known = new HashSet<>(ownOptions);
        known.addAll(List.of("--java", "--out", "--seed"));
        Options options = new Options(arguments, known, Set.of("--quick", "--anyway"));
        Jdk jdk = Jdk.of(options.text("--java", Jdk.RUNNING));
        return new Run(
                Path.of(options.text("--out", defaultOut())),
                jdk.java(),
                jdk.feature(),
                options.has("--quick"),
                options.has("--anyway"),
                options.number("--seed", defaultSeed()),
                options,
                System.err::println);
    }

    public static String defaultOut() {
        return "benchmark-results/"
                + LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss"));
    }

    public static int defaultSeed() {
        return (int) (System.nanoTime() & 0xFFFFFF);
    }
}
