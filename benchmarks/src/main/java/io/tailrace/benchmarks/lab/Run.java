/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    /** The options that those sections have beside their own which a developer tunes by. */
    public static final String TUNING = """
          --flags "..."      more JVM flags for every fork
          --beside NAME=JAR  another build of Tailrace, its benchmarks.jar, in the same rounds (once for each build):
                             its candidates are called default@NAME, and so on
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

    /** {@return the JVM flags for every fork} */
    public List<String> flags() {
        return Arrays.stream(own.text("--flags", "").split(" ", -1))
                .filter(flag -> !flag.isEmpty())
                .toList();
    }

    /**
     * {@return other builds of Tailrace, by their names: their jars}
     *
     * @throws IllegalArgumentException if one has no name or no jar
     */
    public SortedMap<String, String> builds() {
        SortedMap<String, String> builds = new TreeMap<>();
        for (String build : own.all("--beside")) {
            String[] parts = build.split("=", 2);
            if (parts.length < 2 || !parts[0].matches("[A-Za-z0-9._-]+") || !Files.isRegularFile(Path.of(parts[1]))) {
                throw new IllegalArgumentException(
                        "no such build: --beside " + build + ", expected=NAME=JAR, with a benchmarks.jar");
            }
            builds.put(parts[0], parts[1]);
        }
        return builds;
    }

    /** {@return where a candidate's classes are: in another build's jar if its name tells one, else where these are} */
    String classPath(String candidate) {
        Matcher build = Pattern.compile("@([^/ ]+)").matcher(candidate);
        return build.find()
                ? Objects.requireNonNull(builds().get(build.group(1)), candidate)
                : System.getProperty("java.class.path");
    }

    public static String defaultOut() {
        return "benchmark-results/"
                + LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss"));
    }

    public static int defaultSeed() {
        return (int) (System.nanoTime() & 0xFFFFFF);
    }
}
