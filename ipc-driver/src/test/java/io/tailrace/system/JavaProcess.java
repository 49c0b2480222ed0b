/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Another JVM, usually with the classes of the tests, and with no flags but a test's. Its output goes to files. */
final class JavaProcess {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long PAUSE_MS = 2;

    private final String name;
    private final Process process;
    private final Writer input;
    private final Path output;
    private final Path errors;

    private JavaProcess(String name, Process process, Path output, Path errors) {
        this.name = name;
        this.process = process;
        this.input = process.outputWriter(StandardCharsets.UTF_8);
        this.output = output;
        this.errors = errors;
    }

    /**
     * Starts a main class on this JVM's class path.
     *
     * @param wrapper the words before {@code java}, for example a shell that sets a limit
     * @param folder where its output goes, to files that begin with the name
     */
    static JavaProcess start(
            Path folder,
            String name,
            List<String> wrapper,
            Jdk jdk,
            List<String> flags,
            Class<?> main,
            Object... arguments)
            throws IOException {
        List<String> words = new ArrayList<>(flags);
        words.addAll(List.of("-cp", QuickJvm.CLASS_PATH, main.getName()));
        return start(folder, name, wrapper, jdk, words, arguments);
    }

    /** Starts a program by words behind {@code java} that name it and the path of its classes. */
    static JavaProcess start(
            Path folder, String name, List<String> wrapper, Jdk jdk, List<String> words, Object... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(wrapper);
        command.add(jdk.java().toString());
        command.addAll(words);
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Path output = folder.resolve(name + ".out");
        Path errors = folder.resolve(name + ".err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
        // Flags by another way, which also announce themselves on stderr.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return new JavaProcess(name, builder.start(), output, errors);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Writes a line to its standard input. */
    void tell(String line) {
        try {
            input.write(line + "\n");
            input.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot tell " + this, e);
        }
    }

    /** Waits for a line of its output that begins so, and returns the rest of it. */
    String awaitLine(String prefix) throws InterruptedException {
        long startNs = System.nanoTime();
        while (true) {
            boolean alive = isAlive(); // Before the look, so that nothing that it wrote last is missed.
            for (String line : completeLines()) {
                if (line.startsWith(prefix)) {
                    return line.substring(prefix.length()).strip();
                }
            }
            if (!alive || System.nanoTime() - startNs > PATIENCE.toNanos()) {
                throw new AssertionError("no line '" + prefix + "' from " + this);
            }
            Thread.sleep(PAUSE_MS);
        }
    }

    /** {@return whether it has written a line that begins so} */
    boolean hasLine(String prefix) {
        return !lines(prefix).isEmpty();
    }

    /** {@return the lines it has written that begin so, without that} */
    List<String> lines(String prefix) {
        return completeLines().stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()).strip())
                .toList();
    }

    private List<String> completeLines() {
        String text = read(output);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    /** {@return what it wrote to its standard error} */
    String errors() {
        return read(errors);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it has ended by itself, well and without a word on its standard error. */
    void awaitQuietEnd() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("does not end: " + this);
        }
        assertEquals(0, process.exitValue(), this::toString);
        assertEquals("", errors(), "stderr of " + name);
    }

    /** SIGKILL; returns when it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGSTOP: when this returns nothing of it runs, until {@link #resume}. */
    void stop() throws IOException, InterruptedException {
        signal("STOP");
        while (!isStopped()) { // The signal reaches one thread after the other.
            Thread.sleep(PAUSE_MS);
        }
    }

    private boolean isStopped() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid()), "task"))) {
            for (Path thread : threads.toList()) {
                if (!Files.readString(thread.resolve("status")).contains("State:\tT")) {
                    return false;
                }
            }
            return true;
        } catch (NoSuchFileException e) { // A thread has ended meanwhile.
            return false;
        }
    }

    /** SIGCONT. */
    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        assertEquals(
                0,
                new ProcessBuilder("kill", "-" + signal, Long.toString(pid()))
                        .start()
                        .waitFor());
    }

    @Override
    public String toString() {
        String state = isAlive() ? "alive" : "exit=" + process.exitValue();
        return name + " (pid=" + pid() + ", " + state + ")\n--- stdout\n" + tail(read(output)) + "--- stderr\n"
                + tail(errors());
    }

    private static String tail(String text) {
        return text.substring(Math.max(0, text.length() - 4000));
    }
}
