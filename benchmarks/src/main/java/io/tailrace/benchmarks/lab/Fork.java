/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import static java.lang.ProcessBuilder.Redirect.INHERIT;

import io.tailrace.benchmarks.report.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A JVM that measures one candidate, as its parent sees it. It lives as long as its block, so that it compiles its code
 * once, for itself alone; whenever it has nothing to answer it is stopped (SIGSTOP), with its driver and all, and takes
 * no time from others. What runs in it is an {@link Answerer}.
 */
public final class Fork implements Block.Party {
    /** The same for every candidate: a small heap, because nothing allocates, and no thread of the collector's own. */
    public static final List<String> FLAGS = List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC");

    private static final long EXIT_TIMEOUT_S = 5;

    private final String name;
    private final LineProcess process;

    /**
     * Starts it and waits for its first line; it is stopped then.
     *
     * @param name for messages
     * @param java the command
     * @param classPath of this build, or of another one
     * @param flags for the JVM, beside its own
     * @param answerer what runs in it
     */
    public Fork(
            String name,
            String java,
            String classPath,
            List<String> flags,
            Class<? extends Answerer> answerer,
            String... arguments) {
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(FLAGS);
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath, ForkMain.class.getName()));
        command.add(answerer.getName());
        command.addAll(List.of(arguments));
        this.name = name;
        this.process = new LineProcess(command, INHERIT);
        readAnswer();
        stop();
    }

    public String name() {
        return name;
    }

    public long pid() {
        return process.pid();
    }

    /** {@return the CPU time that it has used, in seconds} */
    public double cpuSeconds() {
        return ProcStat.cpuSeconds(process.pid());
    }

    /** {@return what it answers to a line} It runs until then, and is stopped again. */
    public Map<String, Object> ask(String command) {
        resume();
        tell(command);
        Map<String, Object> answer = readAnswer();
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

    /** {@return itself} Sends it a line. */
    public Fork tell(String command) {
        process.writeLine(command);
        return this;
    }

    /** Waits for what it answers to the line it was told: a line of JSON. */
    public Map<String, Object> readAnswer() {
        String line = process.readLine();
        while (!line.startsWith("{")) {
            System.err.println(name + ": " + line);
            line = process.readLine();
        }
        return Json.parse(line);
    }

    private void signal(String signal) {
        LineProcess.output(new ProcessBuilder("kill", "-" + signal, Long.toString(pid())).redirectError(INHERIT));
    }

    /** Ends it: its stdin ends, and it closes its candidate. */
    @Override
    public void close() {
        if (process.isAlive()) {
            resume();
        }
        process.endInput(EXIT_TIMEOUT_S);
    }
}
