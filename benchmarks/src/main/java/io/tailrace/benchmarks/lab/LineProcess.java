/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that reads lines and writes lines. It does not outlive this one. */
public final class LineProcess {
    private final List<String> command;
    private final Process process;
    private final PrintStream input;
    private final BufferedReader output;

    /** @param errors the target of its stderr */
    public LineProcess(List<String> command, ProcessBuilder.Redirect errors) {
        this.command = command;
        try {
            this.process = new ProcessBuilder(command).redirectError(errors).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * {@return the stdout of a short command}
     *
     * @throws UncheckedIOException if there is no such command
     * @throws IllegalStateException if it fails
     */
    public static String output(ProcessBuilder command) {
        try {
            Process process = command.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exit = Waiting.exit(process);
            if (exit != 0) {
                throw new IllegalStateException("a command failed: exit=" + exit + ", command=" + command.command());
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public void writeLine(String line) {
        input.println(line);
    }

    /**
     * Waits for its next line.
     *
     * @throws IllegalStateException if it has ended
     */
    public String readLine() {
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

    /** Closes its stdin, so it should exit, and waits for that for a limited time. */
    public void endInput(long timeoutS) {
        input.close();
        awaitEnd(timeoutS);
    }

    /** Sends SIGTERM, and waits for its exit for a limited time. */
    public void terminate(long timeoutS) {
        process.destroy();
        awaitEnd(timeoutS);
    }

    private void awaitEnd(long timeoutS) {
        try {
            if (!process.waitFor(timeoutS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
