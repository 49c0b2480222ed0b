/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that measures one candidate, as its parent sees it. It lives as long as its block, so that it compiles its code
 * once, for itself alone; whenever it has nothing to answer it is stopped (SIGSTOP), with its driver and all, and takes no
 * time from others. Its own end is {@link ForkEnd}.
 */
public final class Fork implements AutoCloseable {
    /** The same for every candidate: a small heap, because nothing allocates, and no thread of the collector's own. */
    public static final List<String> FLAGS = List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC");

    private static final long EXIT_TIMEOUT_S = 5;

    private final String name;
    private final Process process;
    private final PrintStream commands;
    private final BufferedReader answers;
    private final String greeting;

    /**
     * Starts it and waits for its first line; it is stopped then.
     *
     * @param name for messages
     * @param java the command
     * @param flags for the JVM, beside its own
     * @param main has to call {@link ForkEnd#serve}
     */
    public Fork(String name, String java, List<String> flags, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(FLAGS);
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        this.name = name;
        this.process = start(command);
        this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.greeting = readAnswer();
        stop();
    }

    private static Process start(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String name() {
        return name;
    }

    /** {@return its first line of JSON} */
    public String greeting() {
        return greeting;
    }

    /** {@return the CPU time that it has used, in seconds} */
    public double cpuSeconds() {
        return ProcStat.cpuSeconds(process.pid());
    }

    /** {@return the line of JSON that it answers to a line} It runs until then, and is stopped again. */
    public String ask(String command) {
        resume();
        tell(command);
        String answer = readAnswer();
        stop();
        return answer;
    }

    /** Lets it run. */
    public void resume() {
        signal("CONT");
    }

    /** Stops it, wherever it is. */
    public void stop() {
        signal("STOP");
    }

    /** Sends it a line. */
    public void tell(String command) {
        commands.println(command);
    }

    /** Waits for the line of JSON that it answers to the line it was told. */
    public String readAnswer() {
        try {
            String line = answers.readLine();
            while (line != null && !line.startsWith("{")) {
                System.err.println(name + ": " + line);
                line = answers.readLine();
            }
            if (line == null) {
                throw new IllegalStateException("the fork ended: name=" + name + ", exit=" + Waiting.exit(process));
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start();
            if (Waiting.exit(kill) != 0) {
                throw new IllegalStateException("the fork is gone: name=" + name + ", pid=" + process.pid());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it: its stdin ends, and it closes its candidate. */
    @Override
    public void close() {
        if (process.isAlive()) {
            resume();
        }
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
