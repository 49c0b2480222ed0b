/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * A JDK to measure with.
 *
 * @param java the command that starts it
 * @param feature 17 for any 17.0.x
 * @param version in full, with its vendor's
 */
public record Jdk(String java, int feature, String version) {
    /** The command of the JDK that runs this class. */
    public static final String RUNNING =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /** Asks it. */
    public static Jdk of(String java) {
        Map<String, String> properties = settings(java).stream()
                .map(line -> line.split(" = ", 2))
                .filter(parts -> parts.length == 2)
                .collect(
                        Collectors.toMap(parts -> parts[0].trim(), parts -> parts[1].trim(), (first, second) -> first));
        String specification = properties.getOrDefault("java.specification.version", "");
        if (!specification.matches("[0-9]+")) {
            throw new IllegalArgumentException("not a Java 17 or newer: --java " + java);
        }
        String vendor = properties.getOrDefault("java.vendor.version", properties.getOrDefault("java.vendor", ""));
        String version = properties.getOrDefault("java.vm.version", "") + ", " + vendor;
        return new Jdk(java, Integer.parseInt(specification), version);
    }

    private static List<String> settings(String java) {
        try {
            return LineProcess.output(
                            new ProcessBuilder(java, "-XshowSettings:properties", "-version").redirectErrorStream(true))
                    .lines()
                    .toList();
        } catch (UncheckedIOException | IllegalStateException e) {
            throw new IllegalArgumentException("cannot start: --java " + java + ", cause=" + e.getMessage(), e);
        }
    }

    /** {@return the commands of the JDKs in the usual places, each once} */
    public static Set<String> installed() {
        Path folder = Path.of("/usr/lib/jvm");
        Set<String> commands = new TreeSet<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> homes = Files.newDirectoryStream(folder)) {
                for (Path home : homes) {
                    Path java = home.resolve("bin/java");
                    if (Files.isExecutable(java)) {
                        commands.add(java.toRealPath().toString());
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return commands;
    }

    /** Virtual threads, by reflection: this is compiled for JDK 17. */
    public static final class VirtualThreads {
        private static final int FIRST_JDK = 21;

        private VirtualThreads() {}

        /** {@return whether a JDK of that feature version has them} */
        public static boolean areIn(int jdk) {
            return jdk >= FIRST_JDK;
        }

        /** {@return an executor with a new virtual thread for each task} */
        public static ExecutorService newExecutor() {
            try {
                return (ExecutorService) Executors.class
                        .getMethod("newVirtualThreadPerTaskExecutor")
                        .invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("no virtual threads: java=" + Runtime.version(), e);
            }
        }
    }
}
