/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import static java.lang.ProcessBuilder.Redirect.INHERIT;
import static java.util.stream.Collectors.joining;

import io.tailrace.benchmarks.report.Measurement.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A JVM that measures one candidate, as its parent sees it. It lives as long as its block, so it compiles its code
 * once, for itself alone. While it has no question to answer it is stopped (SIGSTOP), with its driver, and takes no
 * time from others. An {@link Answerer} runs in it.
 */
public final class Fork implements Block.Party {
    /** The same for every candidate: a small heap, because nothing allocates, and no collector threads. */
    public static final List<String> FLAGS = List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC");

    private static final long EXIT_TIMEOUT_S = 5;

    private final String name;
    private final LineProcess process;

    /**
     * Starts it, waits for its first line, and stops it.
     *
     * @param name for messages
     * @param java the command, after words that run it elsewhere, if any
     * @param classPath of this build or another one
     * @param flags for the JVM, beside its own
     * @param answerer the class that runs in it
     */
    public Fork(
            String name,
            List<String> java,
            String classPath,
            List<String> flags,
            Class<? extends Answerer> answerer,
            String... arguments) {
        List<String> command = new ArrayList<>(java);
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

    /** {@return its answer to a line} It runs until then, and is stopped again. */
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

    /** Stops it at any point. */
    public void stop() {
        signal("STOP");
    }

    /** {@return itself} Sends it a line. */
    public Fork tell(String command) {
        process.writeLine(command);
        return this;
    }

    /** Waits for its answer to the line it was sent: a line of JSON. */
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

    /** Closes its stdin, so it closes its candidate and exits. */
    @Override
    public void close() {
        if (process.isAlive()) {
            resume();
        }
        process.endInput(EXIT_TIMEOUT_S);
    }

    /** Runs in the process of a {@link Fork}. The constructor takes the fork's arguments, as a list of strings. */
    public interface Answerer extends AutoCloseable {
        /** {@return its answer to a line, which is split at its blanks: numbers, texts, and lists of these, by name} */
        default Map<String, ?> answer(List<String> command) {
            throw new IllegalArgumentException("has nothing to answer: command=" + command);
        }

        @Override
        default void close() {}
    }

    /**
     * The main class of every {@link Fork}: answers each line on stdin with one of JSON, and exits when its stdin ends.
     */
    static final class ForkMain {
        private ForkMain() {}

        /** Arguments: the name of an {@link Answerer}, then those of its constructor. */
        public static void main(String[] args) {
            List<String> arguments = List.of(args);
            try (Answerer answerer = make(arguments.get(0), arguments.subList(1, args.length))) {
                serve(answerer);
            } catch (RuntimeException | Error | ReflectiveOperationException | IOException e) {
                e.printStackTrace();
                System.exit(1); // Regardless of other threads.
            }
        }

        private static Answerer make(String name, List<String> arguments) throws ReflectiveOperationException {
            Constructor<?> constructor = Class.forName(name).getDeclaredConstructor(List.class);
            constructor.setAccessible(true);
            return (Answerer) constructor.newInstance(arguments);
        }

        private static void serve(Answerer answerer) throws IOException {
            try (BufferedReader commands =
                    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
                System.out.println(json(Map.of()));
                for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                    System.out.println(json(answerer.answer(List.of(line.split(" ", -1)))));
                }
            }
        }

        /**
         * {@return it in one line of JSON} By hand, because a JSON library in this process would be measured with it.
         */
        static String json(Object value) {
            if (value instanceof Map<?, ?> members) {
                return members.entrySet().stream()
                        .map(member -> json(member.getKey()) + ": " + json(member.getValue()))
                        .collect(joining(", ", "{", "}"));
            }
            if (value instanceof List<?> list) {
                return list.stream().map(ForkMain::json).collect(joining(", ", "[", "]"));
            }
            boolean isText = !(value instanceof Number || value instanceof Boolean);
            return isText ? '"' + value.toString().replaceAll("[\"\\\\\\p{Cntrl}]", " ") + '"' : value.toString();
        }
    }
}
