/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of a {@link RoleMain}, as its parent sees it. It goes on while nobody asks it. */
final class RoleProcess implements AutoCloseable {
    private static final long EXIT_TIMEOUT_S = 10;

    /** The same for all: a small heap, and no thread of the collector's own. */
    private static final List<String> FLAGS = List.of("-Xms32m", "-Xmx32m", "-XX:+UseSerialGC");

    private final RoleMain.Role role;
    private final Process process;
    private final PrintStream commands;
    private final BufferedReader answers;

    /**
     * Starts it and waits until it is ready.
     *
     * @param flags for the JVM, beside those of all
     */
    RoleProcess(
            String java,
            List<String> flags,
            RoleMain.Role role,
            Library library,
            Path directory,
            Library.Terms terms,
            int streams) {
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(FLAGS);
        command.addAll(flags);
        command.addAll(library.jvmFlags());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), RoleMain.class.getName()));
        command.addAll(List.of(role.name(), library.name(), directory.toString(), terms.name()));
        command.add(Integer.toString(streams));
        this.role = role;
        try {
            this.process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        readAnswer();
    }

    long pid() {
        return process.pid();
    }

    void tell(String command) {
        commands.println(command);
    }

    /** {@return its answer: a line of JSON} */
    String ask(String command) {
        tell(command);
        return readAnswer();
    }

    /** Waits for its answer to what it was told. */
    String readAnswer() {
        try {
            String line = answers.readLine();
            if (line == null) {
                throw new IllegalStateException("a process ended: role=" + role + ", exit=" + Waiting.exit(process));
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends its stdin, and so itself. */
    @Override
    public void close() {
        commands.close();
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
