/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.command.Termination.Lifeline;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A command in another JVM like this one, which ends with this command; for the main thread. */
final class ChildJvm implements AutoCloseable {
    private static final String MAIN_CLASS = "io.tailrace.tools.TailraceMain";
    private static final String JAR = "-jar";
    private static final long POLL_MS = 50;
    private static final long CLOSE_TIMEOUT_MS = 20_000;
    private static final int LONGEST_COMPLAINT = 2_000;

    private final String name;
    private final Process process;
    private final Termination termination;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Thread reader;
    private final Thread errorReader;
    private volatile String errors = "";

    private ChildJvm(String name, Process process, Termination termination) {
        this.name = name;
        this.process = process;
        this.termination = termination;
        this.reader = startReader("tailrace-child-output", process.inputReader(StandardCharsets.UTF_8), lines::add);
        this.errorReader =
                startReader("tailrace-child-errors", process.errorReader(StandardCharsets.UTF_8), this::addError);
    }

    /** Starts another JVM like this one, with the same jar or class path. */
    static ChildJvm start(String name, Termination termination, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                program(List.of(ProcessHandle.current().info().arguments().orElse(new String[0]))));
        command.addAll(arguments);
        command.add(Lifeline.OPTION);
        return new ChildJvm(name, new ProcessBuilder(command).start(), termination);
    }

    /**
     * {@return the arguments that run the same program, from the arguments of this JVM} JVM flags are kept, so that
     * they are measured, too; and the jar's manifest allows futexes. If the system does not show the arguments, the
     * class path is used.
     */
    static List<String> program(List<String> arguments) {
        int jar = arguments.indexOf(JAR);
        return jar < 0 || jar + 1 == arguments.size()
                ? List.of("-cp", System.getProperty("java.class.path"), MAIN_CLASS)
                : arguments.subList(0, jar + 2);
    }

    private static Thread startReader(String name, BufferedReader reader, Consumer<String> sink) {
        Thread thread = new Thread(name) {
            @Override
            public void run() {
                try (reader) {
                    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                        sink.accept(line);
                    }
                } catch (IOException e) {
                    // The process has exited; the waiting thread will notice.
                }
            }
        };
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void addError(String line) {
        String before = errors;
        if (before.length() < LONGEST_COMPLAINT) {
            errors = before + line + '\n';
        }
    }

    long pid() {
        return process.pid();
    }

    /**
     * Waits for a line with a prefix; drops other lines.
     *
     * @return the line
     * @throws CommandException if the process exits, if it takes too long, or if the command is asked to end
     */
    String await(String prefix, long timeoutMs) {
        long startNs = System.nanoTime();
        while (true) {
            boolean isAllRead = !reader.isAlive();
            String line = poll();
            if (line != null && line.startsWith(prefix)) {
                return line;
            }
            if (termination.isRequested()) {
                throw interrupted();
            }
            if (line == null && isAllRead && lines.isEmpty() && hasEnded()) {
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

    /**
     * Requires that the process lives, or has done its work.
     *
     * @throws CommandException if it has exited with a failure, by itself or because the command was asked to end
     */
    void requireAlive() {
        if (!process.isAlive() && process.exitValue() != ExitCode.OK) {
            throw termination.isRequested() ? interrupted() : died();
        }
    }

    private CommandException interrupted() {
        return new CommandException(termination.interruptedCode(), "interrupted: nothing was verified");
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
        if (!process.isAlive()) {
            try {
                errorReader.join(CLOSE_TIMEOUT_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        String text = errors.strip();
        return text.isEmpty() ? "" : "; it says: " + text.substring(0, Math.min(text.length(), LONGEST_COMPLAINT));
    }

    /** Lets the process exit; fails if it does not. */
    void release() throws IOException {
        process.getOutputStream().close();
        awaitEnd();
    }

    /** Waits until the process has done its work; returns what it said on the standard error. */
    String awaitEnd() {
        if (!hasEnded()) {
            throw new CommandException(
                    ExitCode.TIMED_OUT,
                    "the " + name + " did not end within " + CLOSE_TIMEOUT_MS + " ms: pid=" + pid() + complaint());
        }
        if (process.exitValue() != ExitCode.OK) {
            throw died();
        }
        complaint(); // Waits for the last line.
        return errors;
    }

    private boolean hasEnded() {
        try {
            return process.waitFor(CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while waiting for the " + name, e);
        }
    }

    /** Kills the process if it still lives, so that its files can be deleted. */
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
