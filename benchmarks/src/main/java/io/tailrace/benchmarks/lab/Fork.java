/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import static java.lang.ProcessBuilder.Redirect.INHERIT;
import static java.util.stream.Collectors.joining;

import io.tailrace.benchmarks.report.Measurement;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that measures one candidate, as its parent sees it. It lives as long as its block, so it compiles its code
 * once, for itself alone. While it has no question to answer it is stopped (SIGSTOP), with its driver, and takes no
 * time from others. An {@link Answerer} runs in it. It does not outlive this process. One thread.
 */
public final class Fork implements AutoCloseable {
    /** The same for every candidate: a small heap, because nothing allocates, and no collector threads. */
    private static final List<String> FLAGS = List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC");

    private static final long EXIT_TIMEOUT_S = 5;

    private final String name;
    private final Process process;
    private final PrintStream input;
    private final BufferedReader output;

    /**
     * Starts it, waits for its first line, and stops it.
     *
     * @param name for messages
     * @param java the command, after words that run it elsewhere, if any, and with its flags
     * @param classPath of this build or another one
     * @param answerer the class that runs in it
     */
    Fork(String name, List<String> java, String classPath, Class<? extends Answerer> answerer, String... arguments) {
        List<String> command = new ArrayList<>(java);
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", classPath, ForkMain.class.getName(), answerer.getName()));
        command.addAll(List.of(arguments));
        this.name = name;
        try {
            process = new ProcessBuilder(command).redirectError(INHERIT).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        readAnswer();
        stop();
    }

    /**
     * {@return the stdout of a short command}
     *
     * @throws UncheckedIOException if there is no such command
     * @throws IllegalStateException if it fails
     */
    public static String output(String... command) {
        try {
            Process started =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String text = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exit = started.onExit().join().exitValue();
            if (exit != 0) {
                throw new IllegalStateException(
                        "a command failed: exit=" + exit + ", command=" + List.of(command) + ", output=" + text);
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the name in messages} */
    public String name() {
        return name;
    }

    /** {@return the id of the process} */
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
        Map<String, Object> answer = tell(command).readAnswer();
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

    private void signal(String signal) {
        output("kill", "-" + signal, Long.toString(pid()));
    }

    /** {@return itself} Sends it a line. */
    public Fork tell(String command) {
        input.println(command);
        return this;
    }

    /**
     * Waits for its answer to the line it was sent: a line of JSON.
     *
     * @throws IllegalStateException if it has ended
     */
    public Map<String, Object> readAnswer() {
        try {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith("{")) {
                    return Measurement.members(line);
                }
                System.err.println(name + ": " + line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("a process ended: name=" + name + ", exit="
                + process.onExit().join().exitValue());
    }

    /** Closes its stdin, so it closes its candidate and exits. */
    @Override
    public void close() {
        if (process.isAlive()) {
            resume();
        }
        input.close();
        try {
            if (!process.waitFor(EXIT_TIMEOUT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }

    /** Runs in the process of a {@link Fork}. The constructor takes the fork's arguments, as a list of strings. */
    public interface Answerer extends AutoCloseable {
        /** {@return its answer to a line, which is split at its blanks: numbers and texts, by name} */
        default Map<String, ?> answer(List<String> command) {
            return Map.of();
        }

        @Override
        void close();
    }

    /**
     * The main class of every {@link Fork}: answers each line on stdin with one of JSON, and exits when its stdin ends.
     */
    static final class ForkMain {
        private ForkMain() {}

        /** Arguments: the name of an {@link Answerer}, then those of its constructor. */
        public static void main(String[] args) {
            List<String> arguments = List.of(args);
            try (Answerer answerer = make(arguments.get(0), arguments.subList(1, args.length));
                    BufferedReader commands =
                            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
                System.out.println("{}");
                for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                    System.out.println(json(answerer.answer(List.of(line.split(" ", -1)))));
                }
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

        /**
         * {@return it in one line of JSON} By hand, because a JSON library in this process would be measured with it.
         */
        static String json(Map<String, ?> members) {
            return members.entrySet().stream()
                    .map(member -> '"' + member.getKey() + "\": " + json(member.getValue()))
                    .collect(joining(", ", "{", "}"));
        }

        private static String json(Object value) {
            boolean isText = !(value instanceof Number || value instanceof Boolean);
            return isText ? '"' + value.toString().replaceAll("[\"\\\\\\p{Cntrl}]", " ") + '"' : value.toString();
        }
    }
}
