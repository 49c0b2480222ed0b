/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
 * @param quick whether it must end while its user waits
 * @param anyway whether to measure also on a machine that is not quiet
 * @param seed of every random order
 * @param own all options that were given, with those of this section alone
 * @param say prints the progress of the run
 */
public record Run(
        Path out, String java, int jdk, boolean quick, boolean anyway, long seed, Options own, Consumer<String> say) {
    /** The options that {@link #parse} understands for every section. */
    static final String USAGE = """
          --quick            a short run
          --java PATH        the java to measure (this one)
          --out DIR          for the raw data (benchmark-results/TIME)
          --seed N           of the random orders
          --anyway           also while others use the processors
        """;

    /** Further options of the sections that developers use for tuning. */
    public static final String TUNING = """
          --flags "..."      more JVM flags for every fork
          --beside NAME=JAR  another build of Tailrace, its benchmarks.jar, in the same rounds (once for each build):
                             its candidates are called default@NAME, and so on
        """;

    /** Reads the common options of all sections, and those of one section. */
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

    /**
     * {@return the place of a candidate's classes: another build's jar if its name has one, else that of this class}
     */
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

    /** Arguments of the form {@code --name value}, and flags {@code --name} without one. */
    public static final class Options {
        private static final String PRESENT = "true";

        /** No options. */
        public static final Options NONE = new Options(List.of(), Set.of(), Set.of());

        private final Map<String, List<String>> values = new HashMap<>();

        /** @throws IllegalArgumentException if there is an unknown option or a value is missing */
        public Options(List<String> arguments, Set<String> options, Set<String> flags) {
            for (int i = 0; i < arguments.size(); i++) {
                String argument = arguments.get(i);
                if (flags.contains(argument)) {
                    put(argument, PRESENT);
                } else if (options.contains(argument) && i + 1 < arguments.size()) {
                    put(argument, arguments.get(++i));
                } else {
                    throw new IllegalArgumentException(
                            options.contains(argument) ? "no value for " + argument : "unknown option: " + argument);
                }
            }
        }

        private void put(String name, String value) {
            values.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
        }

        public boolean has(String flag) {
            return values.containsKey(flag);
        }

        public String text(String name, String defaultValue) {
            List<String> all = all(name);
            return all.isEmpty() ? defaultValue : all.get(all.size() - 1);
        }

        /** {@return the values of a repeatable option} */
        public List<String> all(String name) {
            return values.getOrDefault(name, List.of());
        }

        public int number(String name, int defaultValue) {
            return Integer.parseInt(text(name, Integer.toString(defaultValue)));
        }

        public double decimal(String name, double defaultValue) {
            return Double.parseDouble(text(name, Double.toString(defaultValue)));
        }

        /** {@return the parts of a list separated by commas} */
        public List<String> list(String name, String defaultValue) {
            return List.of(text(name, defaultValue).split(",", -1));
        }
    }
}
