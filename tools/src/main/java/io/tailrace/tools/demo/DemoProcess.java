/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.demo;

import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A process that the demo started, from the demo's side; for its main thread. See {@link DemoPart} for what is said.
 */
final class DemoProcess implements AutoCloseable {
    private static final String MAIN_CLASS = "io.tailrace.tools.TailraceMain";
    private static final long POLL_MS = 50;
    private static final long CLOSE_TIMEOUT_MS = 5_000;
    private static final int LONGEST_COMPLAINT = 2_000;

    private final String name;
    private final Process process;
    private final Path errors;
    private final Termination termination;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private DemoProcess(String name, Process process, Path errors, Termination termination) {
        this.name = name;
        this.process = process;
        this.errors = errors;
        this.termination = termination;
    }

    /** Starts another JVM like this one, with the same class path and no flags. */
    static DemoProcess start(String name, DemoDirectory directory, Termination termination, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                MAIN_CLASS));
        command.addAll(arguments);
        Path errors = directory.errors(name);
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        DemoProcess started = new DemoProcess(name, process, errors, termination);
        Thread reader = new Thread(started::readLines, "tailrace-demo-reader");
        reader.setDaemon(true);
        reader.start();
        return started;
    }

    private void readLines() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            // The process has ended, and whoever waits for a line will notice.
        }
    }

    String name() {
        return name;
    }

    long pid() {
        return process.pid();
    }

    /** Sends it a line. */
    void say(String line) throws IOException {
        OutputStream input = process.getOutputStream();
        input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
    }

    /**
     * Waits until it says something of a kind; drops what it says before.
     *
     * @return what follows the prefix
     * @throws CommandException if it ends, if it takes too long, or if the demo is asked to end
     */
    String await(String prefix, long timeoutMs) {
        long startNs = System.nanoTime();
        while (true) {
            String line = poll();
            if (line != null && line.startsWith(prefix)) {
                return line.substring(prefix.length());
            }
            if (termination.isRequested()) {
                throw new CommandException(termination.interruptedCode(), "interrupted: nothing was verified");
            }
            if (line == null && !process.isAlive() && lines.isEmpty()) {
                throw died();
            }
            if (TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs) > timeoutMs) {
                throw new CommandException(
                        ExitCode.TIMED_OUT,
                        "the " + name + " did not answer within " + timeoutMs + " ms: pid=" + pid() + ", expected="
                                + prefix.strip() + complaint());
            }
        }
    }

    private @Nullable String poll() {
        try {
            return lines.poll(POLL_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while waiting for the " + name, e);
        }
    }

    private CommandException died() {
        int exitCode = process.exitValue();
        return new CommandException(
                isOurs(exitCode) ? exitCode : ExitCode.INTERNAL,
                "the " + name + " has ended: pid=" + pid() + ", exit code=" + exitCode + complaint());
    }

    private static boolean isOurs(int exitCode) {
        return exitCode >= ExitCode.USAGE && exitCode <= ExitCode.PERMISSION;
    }

    private String complaint() {
        try {
            String text = Files.readString(errors).strip();
            return text.isEmpty() ? "" : "; it says: " + text.substring(0, Math.min(text.length(), LONGEST_COMPLAINT));
        } catch (IOException e) {
            return "";
        }
    }

    /** Lets it end by itself, and makes it end if it does not. */
    void release() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS)) {
                throw new CommandException(
                        ExitCode.TIMED_OUT,
                        "the " + name + " did not end within " + CLOSE_TIMEOUT_MS + " ms: pid=" + pid() + complaint());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while waiting for the " + name, e);
        }
        if (process.exitValue() != ExitCode.OK) {
            throw died();
        }
    }

    /** Kills it if it still lives, so that its files can be deleted. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
