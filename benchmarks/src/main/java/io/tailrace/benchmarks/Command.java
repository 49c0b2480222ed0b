/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks;

import io.tailrace.benchmarks.lab.Options;
import io.tailrace.benchmarks.lab.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of the {@code tailrace} command, in a fresh JVM without flags. */
final class Command implements AutoCloseable {
    private static final long EXIT_TIMEOUT_S = 5;

    private final Process process;
    private final BufferedReader output;
    private final PrintStream input;
    private final List<String> command;

    /**
     * @param arguments of the command, the first one its name
     * @param errors where its stderr goes
     */
    Command(String java, Path jar, Path errors, String... arguments) {
        command = new ArrayList<>(List.of(java, "-jar", jar.toString()));
        command.addAll(List.of(arguments));
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /** {@return the jar that holds the command} */
    static Path jar(Options options) {
        Path jar = Path.of(options.text("--jar", "tools/target/tailrace.jar"));
        if (!Files.isReadable(jar)) {
            throw new IllegalArgumentException("no executable jar of the tailrace command: --jar " + jar);
        }
        return jar;
    }

    static String java(Options options) {
        return options.text(
                "--java",
                Path.of(System.getProperty("java.home"), "bin", "java").toString());
    }

    /** Waits for its next line. */
    String readLine() {
        try {
            String line = output.readLine();
            if (line == null) {
                throw new IllegalStateException("ended: exit=" + Waiting.exit(process) + ", command=" + command);
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void writeLine(String line) {
        input.println(line);
    }

    long pid() {
        return process.pid();
    }

    /** Asks it to end (SIGTERM), and waits for that. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(EXIT_TIMEOUT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
