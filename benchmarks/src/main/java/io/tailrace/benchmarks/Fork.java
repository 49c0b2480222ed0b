/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks;

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

/**
 * A JVM of one {@link Setup}, as its parent sees it. It lives as long as its block, so that it compiles its code once, for
 * itself alone; outside its own slices it is stopped (SIGSTOP), with its driver and all, and takes no time from others.
 */
final class Fork implements AutoCloseable {
    /** The same for every candidate: a small heap, because nothing allocates, and no thread of the collector's own. */
    private static final List<String> FLAGS = List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC");

    private static final long EXIT_TIMEOUT_S = 5;

    private final Setup setup;
    private final Process process;
    private final PrintStream commands;
    private final BufferedReader answers;
    private final String greeting;

    /**
     * Starts it and waits until its candidate is connected; it is stopped then.
     *
     * @param java the command
     * @param flags for the JVM, beside its own
     * @param directory that does not exist yet
     */
    Fork(Setup setup, String java, List<String> flags, Path directory) {
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(FLAGS);
        command.addAll(setup.jvmFlags());
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ForkMain.class.getName()));
        command.addAll(List.of(setup.toString(), directory.toString()));
        this.setup = setup;
        this.process = start(command);
        this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.greeting = readAnswer();
        signal("STOP");
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

    Setup setup() {
        return setup;
    }

    /** {@return the line of JSON in which it told its library and its JDK} */
    String greeting() {
        return greeting;
    }

    /** {@return the CPU time that it has used, in seconds} */
    double cpuSeconds() {
        return ProcStat.cpuSeconds(process.pid());
    }

    /** Runs a workload until its code is compiled, at most for so long. */
    void warmUp(Workload workload, long maxMs) {
        ask("warm " + workload + " " + maxMs);
    }

    /** {@return the line of JSON that tells what one slice measured} */
    String measure(Workload workload, long ms) {
        return ask("run " + workload + " " + ms);
    }

    private String ask(String command) {
        signal("CONT");
        commands.println(command);
        String answer = readAnswer();
        signal("STOP");
        return answer;
    }

    private String readAnswer() {
        try {
            String line = answers.readLine();
            while (line != null && !line.startsWith("{")) {
                System.err.println(setup + ": " + line);
                line = answers.readLine();
            }
            if (line == null) {
                throw new IllegalStateException("the fork ended: setup=" + setup + ", exit=" + Waiting.exit(process));
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
                throw new IllegalStateException("the fork is gone: setup=" + setup + ", pid=" + process.pid());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it: its stdin ends, and it closes its candidate. */
    @Override
    public void close() {
        if (process.isAlive()) {
            signal("CONT");
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
