/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The Summarizer as a user would run it: a JVM of its own, no flags. Its driver is in the given directory. */
final class Program implements AutoCloseable {
    private static final long TIMEOUT_S = 120;

    private final List<String> command;
    private final Path output;
    private final Path error;
    private final Process process;

    /** What a process has said. */
    record Ended(int exitCode, String output, String error) {
        void assertDone() {
            assertEquals(0, exitCode, error);
        }

        void assertOneLine(int expectedExitCode) {
            assertEquals(expectedExitCode, exitCode, error);
            assertEquals("", output);
            assertEquals(1, error.lines().count(), error);
            assertTrue(error.startsWith("summarizer: "), error);
        }
    }

    private Program(List<String> command, Path output, Path error, Process process) {
        this.command = command;
        this.output = output;
        this.error = error;
        this.process = process;
    }

    static Ended run(Path directory, String... arguments) throws IOException, InterruptedException {
        try (Program program = start(directory, arguments)) {
            return program.await();
        }
    }

    static Program start(Path directory, String... arguments) throws IOException {
        return start(directory, Files.createTempFile(directory, "output", null), arguments);
    }

    static Program start(Path directory, Path output, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SummarizerMain.class.getName()));
        command.addAll(List.of(arguments));
        Path error = Files.createTempFile(directory, "error", null);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(error.toFile());
        builder.environment().put("TAILRACE_DIR", directory.resolve("driver").toString());
        return new Program(command, output, error, builder.start());
    }

    Process process() {
        return process;
    }

    /** {@return its child, or that of a child, whose command line has these words one after the other} */
    ProcessHandle awaitDescendant(String... words) throws InterruptedException {
        List<ProcessHandle> found = new ArrayList<>();
        await("a process of " + List.of(words), () -> {
            process.descendants()
                    .filter(handle -> commandLine(handle).contains(String.join("\0", words)))
                    .findFirst()
                    .ifPresent(found::add);
            return !found.isEmpty();
        });
        return found.get(0);
    }

    /** The JDK knows no more than the first 4,096 bytes of it, and the class path is longer. */
    private static String commandLine(ProcessHandle handle) {
        try {
            return Files.readString(Path.of("/proc", "" + handle.pid(), "cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // It has ended.
        }
    }

    String output() throws IOException {
        return Files.isRegularFile(output) ? Files.readString(output) : "";
    }

    String error() throws IOException {
        return Files.readString(error);
    }

    /** Waits for its end. */
    Ended await() throws IOException, InterruptedException {
        boolean isEnded = process.waitFor(TIMEOUT_S, TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        assertTrue(isEnded, () -> "did not end: " + command);
        return new Ended(process.exitValue(), output(), error());
    }

    /** Waits until something is true. */
    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(TIMEOUT_S)) {
                fail("never came: " + what);
            }
            Thread.sleep(10);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
