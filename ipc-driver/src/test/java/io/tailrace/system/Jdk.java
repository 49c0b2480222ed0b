/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** An installed JDK. */
record Jdk(Path home, int major) {
    private static final int OLDEST = 17;
    private static final Jdk RUNNING =
            new Jdk(Path.of(System.getProperty("java.home")), Runtime.version().feature());

    /** {@return the JDK that runs this test} */
    static Jdk running() {
        return RUNNING;
    }

    /**
     * {@return another JDK whose major version is as far as possible from the running one's} Uses the system property
     * {@code tailrace.test.jdk}, which names its home, or else searches the folders where JDKs usually are.
     */
    static Optional<Jdk> other() {
        String named = System.getProperty("tailrace.test.jdk");
        if (named != null && !named.isBlank()) {
            return Optional.of(read(Path.of(named)).orElseThrow(() -> new AssertionError("no JDK: " + named)));
        }
        return usualFolders().stream()
                .flatMap(Jdk::children)
                .flatMap(home -> Stream.of(home, home.resolve("Contents/Home")))
                .map(Jdk::read)
                .flatMap(Optional::stream)
                .filter(jdk -> jdk.major >= OLDEST && jdk.major != RUNNING.major)
                .max(Comparator.comparingInt(jdk -> Math.abs(jdk.major - RUNNING.major)));
    }

    /** {@return the running JDK, or another one if that is too old} If there is none, the test is skipped. */
    static Jdk atLeast(int major) {
        Jdk jdk = RUNNING.major >= major ? RUNNING : other().orElse(RUNNING);
        assumeTrue(jdk.major >= major, () -> "no JDK of version " + major);
        return jdk;
    }

    private static List<Path> usualFolders() {
        Path user = Path.of(System.getProperty("user.home"));
        List<Path> folders = new ArrayList<>(List.of(
                Path.of("/usr/lib/jvm"),
                Path.of("/usr/java"),
                Path.of("/opt/java"),
                Path.of("/Library/Java/JavaVirtualMachines"),
                user.resolve(".jdks"),
                user.resolve(".sdkman/candidates/java")));
        if (RUNNING.home.getParent() != null) {
            folders.add(RUNNING.home.getParent());
        }
        return folders;
    }

    private static Stream<Path> children(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.toList().stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    /** Reads the version from the file {@code release}, which every JDK has. */
    private static Optional<Jdk> read(Path home) {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(release)) {
            properties.load(reader);
            String version = Objects.requireNonNull(properties.getProperty("JAVA_VERSION"));
            return Optional.of(new Jdk(
                    home, Runtime.Version.parse(version.replace("\"", "")).feature()));
        } catch (IOException | RuntimeException e) {
            return Optional.empty(); // Not a version that we understand.
        }
    }

    Path java() {
        return home.resolve("bin/java");
    }
}
