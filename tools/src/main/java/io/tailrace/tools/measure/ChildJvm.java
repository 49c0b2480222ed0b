/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A command in another JVM like this one, which ends with this command; for the main thread. Both its outputs are read
 * as one.
 */
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
    /** The lines for which nobody waited. */
    private final StringBuilder others = new StringBuilder();

    private ChildJvm(String name, Process process, Termination termination) {
        this.name = name;
        this.process = process;
        this.termination = termination;
        this.reader = new Thread(this::read, "tailrace-child-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts another JVM like this one, with the same jar or class path. */
    static ChildJvm start(String name, Termination termination, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                program(List.of(ProcessHandle.current().info().arguments().orElse(new String[0]))));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put(Termination.LIFELINE, "1");
        return new ChildJvm(name, builder.start(), termination);
    }

    /**
     * {@return the arguments that run the same program, from the arguments of this JVM} JVM flags are kept, so that
     * they are measured, too; and the jar's manifest allows futexes. If the system does not show the arguments, the
     * class path is used.
     */
    private static List<String> program(List<String> arguments) {
        int jar = arguments.indexOf(JAR);
        return jar < 0 || jar + 1 == arguments.size()
                ? List.of("-cp", System.getProperty("java.class.path"), MAIN_CLASS)
                : arguments.subList(0, jar + 2);
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException e) {
            // The process has exited; the waiting thread will notice.
        }
    }

    /**
     * Waits for a line with a prefix.
     *
     * @return the line
     * @throws CommandException if the process exits, if it takes too long, or if the command is asked to end
     */
    String await(String prefix, long timeoutMs) throws InterruptedException {
        long startNs = System.nanoTime();
        while (true) {
            boolean isAllRead = !reader.isAlive();
            String line = lines.poll(POLL_MS, TimeUnit.MILLISECONDS);
            if (line != null && line.startsWith(prefix)) {
                return line;
            }
            if (line != null) {
                keep(line);
            }
            if (termination.isRequested()) {
                throw interrupted();
            }
            if (line == null && isAllRead && lines.isEmpty() && hasEnded()) {
                throw died();
            }
            if (TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs) > timeoutMs) {
                throw failure(
                        ExitCode.TIMED_OUT, "did not answer within " + timeoutMs + " ms, expected=" + prefix.strip());
            }
        }
    }

    private void keep(String line) {
        if (others.length() < LONGEST_COMPLAINT) {
            others.append(line).append('\n');
        }
    }

    /**
     * Requires that the process lives, or has done its work.
     *
     * @throws CommandException if it has exited with a failure, by itself or because the command was asked to end
     */
    void requireAlive() throws InterruptedException {
        if (!process.isAlive() && process.exitValue() != ExitCode.OK) {
            throw termination.isRequested() ? interrupted() : died();
        }
    }

    private CommandException interrupted() {
        return new CommandException(termination.interruptedCode(), "interrupted: nothing was verified");
    }

    private CommandException died() throws InterruptedException {
        int exitCode = process.exitValue();
        boolean isOurs = exitCode >= ExitCode.USAGE && exitCode <= ExitCode.PERMISSION;
        reader.join(CLOSE_TIMEOUT_MS);
        return failure(isOurs ? exitCode : ExitCode.INTERNAL, "has ended, exit code=" + exitCode);
    }

    private CommandException failure(int exitCode, String what) {
        String text = said().strip();
        return new CommandException(
                exitCode,
                "the " + name + ' ' + what + ", pid=" + process.pid() + (text.isEmpty() ? "" : "; it says: " + text));
    }

    /** {@return the lines for which nobody waited} */
    private String said() {
        lines.forEach(this::keep);
        lines.clear();
        return others.toString();
    }

    /** Lets the process exit; fails if it does not. */
    void release() throws IOException, InterruptedException {
        process.getOutputStream().close();
        awaitEnd();
    }

    /** Waits until the process has done its work; returns the lines for which nobody waited. */
    String awaitEnd() throws InterruptedException {
        if (!hasEnded()) {
            throw failure(ExitCode.TIMED_OUT, "did not end within " + CLOSE_TIMEOUT_MS + " ms");
        }
        if (process.exitValue() != ExitCode.OK) {
            throw died();
        }
        reader.join(CLOSE_TIMEOUT_MS);
        return said();
    }

    private boolean hasEnded() throws InterruptedException {
        return process.waitFor(CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
    }

    /** Kills the process if it still lives, and waits for its end, so that its files can be deleted. */
    @Override
    public void close() {
        process.destroyForcibly()
                .onExit()
                .orTimeout(CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS)
                .exceptionally(e -> process)
                .join();
    }
}
