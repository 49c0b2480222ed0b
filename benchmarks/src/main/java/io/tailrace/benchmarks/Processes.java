/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks;

import io.tailrace.benchmarks.lab.Jdk;
import io.tailrace.benchmarks.lab.LineProcess;
import io.tailrace.benchmarks.lab.Options;
import io.tailrace.benchmarks.lab.SharedMemory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A driver, a subscriber and a publisher: three processes of the {@code tailrace} command, each in a fresh JVM without
 * flags. The options {@code --jar} and {@code --java} say which.
 */
final class Processes implements AutoCloseable {
    private static final long EXIT_TIMEOUT_S = 5;

    private final String java;
    private final Path jar;
    private final Path directory;
    /** When the first of them was launched. */
    final long startNs;

    final LineProcess driver;
    final LineProcess subscriber;
    final LineProcess publisher;

    Processes(Options options, List<String> subscribe, List<String> publish) {
        java = java(options);
        jar = jar(options);
        directory = SharedMemory.newDirectory("command");
        startNs = System.nanoTime();
        driver = launch(List.of("driver"));
        subscriber = launch(subscribe);
        publisher = launch(publish);
    }

    static String java(Options options) {
        return options.text("--java", Jdk.RUNNING);
    }

    private static Path jar(Options options) {
        Path jar = Path.of(options.text("--jar", "tools/target/tailrace.jar"));
        if (!Files.isReadable(jar)) {
            throw new IllegalArgumentException("no executable jar of the tailrace command: --jar " + jar);
        }
        return jar;
    }

    private LineProcess launch(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(java, "-jar", jar.toString()));
        command.addAll(arguments);
        command.addAll(List.of("--dir", directory.resolve("driver").toString()));
        Path errors = directory.resolve("stderr");
        return new LineProcess(command, ProcessBuilder.Redirect.appendTo(errors.toFile()));
    }

    @Override
    public void close() {
        List.of(publisher, subscriber, driver).forEach(process -> process.terminate(EXIT_TIMEOUT_S));
        SharedMemory.delete(directory);
    }
}
