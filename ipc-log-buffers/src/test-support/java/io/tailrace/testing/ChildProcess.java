/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A process that a test has started. It prints to files; its standard input is open until {@link #endInput}. */
public class ChildProcess implements AutoCloseable {
    /** The flags of a JVM with the compiler and the collector for a short life. */
    public static final List<String> SHORT_LIFE = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private static final long PATIENCE_S = 60;
    private static final long PAUSE_MS = 2;

    private final String name;
    private final Process process;
    private final Path out;
    private final Path err;

    /** Starts it; its output goes to the files {@code NAME.out} and {@code NAME.err} in the folder. */
    protected ChildProcess(Path folder, String name, ProcessBuilder builder) throws IOException {
        this.name = name;
        this.out = folder.resolve(name + ".out");
        this.err = folder.resolve(name + ".err");
        // Another way to pass flags, which is also reported on stderr.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        this.process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    }

    /** {@return the words of a command line: the wrapper, a JDK's java, the flags, the rest} */
    protected static List<String> java(List<String> wrapper, Path jdk, List<String> flags, List<String> rest) {
        List<String> words = new ArrayList<>(wrapper);
        words.add(jdk.resolve("bin/java").toString());
        words.addAll(flags);
        words.addAll(rest);
        return words;
    }

    public final long pid() {
        return process.pid();
    }

    public final boolean isAlive() {
        return process.isAlive();
    }

    /** {@return the processor time that it has taken} */
    public final long cpuNs() {
        return process.info().totalCpuDuration().orElseThrow().toNanos();
    }

    /** {@return its standard output so far} */
    public final String out() {
        return read(out);
    }

    /** {@return its standard error so far} */
    public final String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until its standard output contains this text. */
    public final void awaitOut(String part) {
        await("'" + part + "' on stdout", () -> out().contains(part));
    }

    /** Waits until its standard error contains this text. */
    public final void awaitErr(String part) {
        await("'" + part + "' on stderr", () -> err().contains(part));
    }

    /** Waits for a line of its output with this prefix, and returns the rest of the line. */
    public final String awaitLine(String prefix) {
        await("a line '" + prefix + "'", () -> !lines(prefix).isEmpty());
        return lines(prefix).get(0);
    }

    /** {@return the lines of its standard output with this prefix, without the prefix} */
    public final List<String> lines(String prefix) {
        String text = out();
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()).strip())
                .toList();
    }

    private void await(String what, BooleanSupplier condition) {
        long startNs = System.nanoTime();
        boolean isAlive = true;
        while (!condition.getAsBoolean()) {
            assertTrue(
                    isAlive && System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(PATIENCE_S),
                    () -> "not seen: " + what + " of " + this);
            isAlive = isAlive(); // One more check after its end, so that its last output is not missed.
            pause();
        }
    }

    public static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes to its standard input. */
    public final void input(String text) {
        try {
            OutputStream input = process.getOutputStream();
            input.write(text.getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + this, e);
        }
    }

    public final void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /** {@return its exit code, once it has exited by itself} */
    public final int await() {
        try {
            assertTrue(process.waitFor(PATIENCE_S, TimeUnit.SECONDS), () -> "does not end: " + this);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return process.exitValue();
    }

    public final void assertExit(int code) {
        assertEquals(code, await(), this::toString);
    }

    /** Waits until it has exited by itself, successfully and without output on its standard error. */
    public final void awaitQuietEnd() {
        assertExit(0);
        assertEquals("", err(), "stderr of " + name);
    }

    /** SIGTERM. */
    public final void terminate() {
        process.destroy();
    }

    /** SIGKILL; returns when it is gone. */
    public final void kill() {
        process.destroyForcibly();
        await();
    }

    /** SIGSTOP: when this returns, none of its threads runs until {@link #resume}. */
    public final void stop() throws IOException, InterruptedException {
        signal("STOP");
        while (!isStopped()) { // The signal reaches one thread after the other.
            pause();
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
    public final void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    /** Sends a signal by its name. */
    public final void signal(String signal) throws IOException, InterruptedException {
        signal(signal, pid());
    }

    /** Sends a signal by its name to any process. */
    public static void signal(String signal, long pid) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start();
        assertEquals(0, kill.waitFor(), signal);
    }

    /** Kills it if it still runs. */
    @Override
    public final void close() {
        kill();
    }

    @Override
    public final String toString() {
        String state = isAlive() ? "alive" : "exit=" + process.exitValue();
        return name + " (pid=" + pid() + ", " + state + ")\n--- stdout\n" + tail(out()) + "--- stderr\n" + tail(err());
    }

    private static String tail(String text) {
        return text.substring(Math.max(0, text.length() - 4000));
    }
}
