/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The executable jar in a JVM of its own, which starts quickly if a test says nothing else; it prints to files. */
final class Tool implements AutoCloseable {
    static final Path JAR = Path.of("target", "tailrace.jar").toAbsolutePath();
    private static final long PATIENCE_SECONDS = 40;
    private static final long LOOK_MS = 5;

    private final Process process;
    private final Path out;
    private final Path err;

    private Tool(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** {@return the command line of a JVM that starts quickly} */
    static List<String> quick(String... arguments) {
        return commandLine(QuickJvm.FLAGS, arguments);
    }

    /** {@return the command line of the JVM that a user gets: it has no flags} */
    static List<String> plain(String... arguments) {
        return commandLine(List.of(), arguments);
    }

    static List<String> commandLine(List<String> flags, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-jar", JAR.toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** {@return the command line, behind the words of another command that runs it} */
    static List<String> wrap(List<String> command, String... wrapper) {
        List<String> wrapped = new ArrayList<>(List.of(wrapper));
        wrapped.addAll(command);
        return wrapped;
    }

    /** {@return a shell that runs the command line as the script says, which calls it "$@"} */
    static List<String> shell(String script, List<String> command) {
        return wrap(command, "bash", "-c", script, "bash");
    }

    /** Starts it with the driver's directory as TAILRACE_DIR; its input stays open until {@link #endInput}. */
    static Tool start(ToolDirectory directory, String... arguments) throws IOException {
        return start(directory, quick(arguments));
    }

    /** Starts any command as if it were the tool. */
    static Tool start(ToolDirectory directory, List<String> command) throws IOException {
        Path out = Files.createTempFile(directory.path(), "out", "");
        Path err = Files.createTempFile(directory.path(), "err", "");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("TAILRACE_DIR", directory.driver().toString());
        return new Tool(builder.start(), out, err);
    }

    /** Runs it to its end, with nothing to read. */
    static Tool run(ToolDirectory directory, String... arguments) throws IOException {
        return run(directory, quick(arguments));
    }

    /** Runs any command to its end, with nothing to read. */
    static Tool run(ToolDirectory directory, List<String> command) throws IOException {
        Tool tool = start(directory, command);
        tool.endInput();
        tool.await();
        return tool;
    }

    /** Starts a driver and waits until it is ready. */
    static Tool driver(ToolDirectory directory, String... options) throws IOException {
        return driver(directory, quick(wrap(List.of(options), "driver").toArray(String[]::new)));
    }

    /** Starts a driver by any command and waits until it is ready. */
    static Tool driver(ToolDirectory directory, List<String> command) throws IOException {
        Tool driver = start(directory, command);
        driver.awaitOut("READY ");
        return driver;
    }

    long pid() {
        return process.pid();
    }

    /** {@return the processor time that it has taken} */
    long cpuNs() {
        return process.info().totalCpuDuration().orElseThrow().toNanos();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** {@return whether it inherited that a signal (INT or HUP) is ignored, as what runs in the background does} */
    boolean ignores(String signal) throws IOException {
        int number = signal.equals("HUP") ? 1 : 2;
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid()), "status"))) {
            if (line.startsWith("SigIgn:")) {
                return (Long.parseUnsignedLong(line.substring(7).strip(), 16) >> (number - 1) & 1) != 0;
            }
        }
        return false;
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void input(String text) throws IOException {
        OutputStream input = process.getOutputStream();
        input.write(text.getBytes(StandardCharsets.UTF_8));
        input.flush();
    }

    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /** Stops it (SIGSTOP): it lives, and does nothing. */
    void stop() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** Sends a signal by its name. */
    void signal(String name) throws IOException, InterruptedException {
        assertEquals(
                0,
                new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor());
    }

    /** Sends SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** {@return its exit code, once it has ended} */
    int await() {
        try {
            assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> "does not end: " + this);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return process.exitValue();
    }

    void assertExit(int code) {
        assertEquals(code, await(), this::toString);
    }

    /** It ended with the code and one line on the standard error that has all these parts. */
    void assertFails(int code, String... parts) {
        assertExit(code);
        String message = err();
        assertTrue(message.startsWith("tailrace: "), this::toString);
        assertEquals(message.length() - 1, message.indexOf('\n'), this::toString);
        for (String part : parts) {
            assertTrue(message.contains(part), () -> "no '" + part + "' in " + this);
        }
    }

    void awaitOut(String part) {
        while (!out().contains(part)) {
            assertTrue(process.isAlive() || out().contains(part), () -> "ended without '" + part + "': " + this);
            pause();
        }
    }

    void awaitErr(String part) {
        while (!err().contains(part)) {
            assertTrue(process.isAlive() || err().contains(part), () -> "ended without '" + part + "': " + this);
            pause();
        }
    }

    static void pause() {
        try {
            Thread.sleep(LOOK_MS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Kills it if it still runs. */
    @Override
    public void close() {
        process.destroyForcibly();
        await();
    }

    @Override
    public String toString() {
        return "pid=" + pid() + ", "
                + (process.isAlive() ? "running" : "exit code=" + process.exitValue()) + "\nout: " + out() + "\nerr: "
                + err();
    }
}
