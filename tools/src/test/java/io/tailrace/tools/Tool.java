/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.testing.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The executable jar in a JVM of its own, by default one that starts quickly; its output goes to files. */
final class Tool extends ChildProcess {
    static final Path JAR = Path.of("target", "tailrace.jar").toAbsolutePath();

    private static final AtomicInteger STARTED = new AtomicInteger();

    private Tool(ToolDirectory directory, ProcessBuilder builder) throws IOException {
        super(directory.path(), "tool-" + STARTED.incrementAndGet(), builder);
    }

    /**
     * {@return the command line of a JVM that starts quickly: with the compiler and the collector for short-lived
     * processes, and with the archive of classes that the build has made, if it is of this JVM}
     */
    static List<String> quick(String... arguments) {
        Path archive =
                Path.of("target", "tailrace-" + Runtime.version() + ".jsa").toAbsolutePath();
        List<String> flags = new ArrayList<>(ChildProcess.SHORT_LIFE);
        if (Files.exists(archive)) {
            flags.add("-XX:SharedArchiveFile=" + archive);
        }
        return commandLine(flags, arguments);
    }

    /** {@return the command line of the JVM that a user gets, without flags} */
    static List<String> plain(String... arguments) {
        return commandLine(List.of(), arguments);
    }

    static List<String> commandLine(List<String> flags, String... arguments) {
        return java(
                List.of(),
                Path.of(System.getProperty("java.home")),
                flags,
                wrap(List.of(arguments), "-jar", JAR.toString()));
    }

    /** {@return the command line after the words of a command that runs it} */
    static List<String> wrap(List<String> command, String... wrapper) {
        List<String> wrapped = new ArrayList<>(List.of(wrapper));
        wrapped.addAll(command);
        return wrapped;
    }

    /** {@return a shell that runs a script, in which "$@" is the command line} */
    static List<String> shell(String script, List<String> command) {
        return wrap(command, "bash", "-c", script, "bash");
    }

    /** Starts the tool with the driver's directory as TAILRACE_DIR; its input stays open until {@link #endInput}. */
    static Tool start(ToolDirectory directory, String... arguments) throws IOException {
        return start(directory, quick(arguments));
    }

    /** Starts any command in place of the tool. */
    static Tool start(ToolDirectory directory, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("TAILRACE_DIR", directory.driver().toString());
        return new Tool(directory, builder);
    }

    /** Runs the tool to its end, without input. */
    static Tool run(ToolDirectory directory, String... arguments) throws IOException {
        return run(directory, quick(arguments));
    }

    /** Runs any command to its end, without input. */
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

    /** Starts a driver with any command and waits until it is ready. */
    static Tool driver(ToolDirectory directory, List<String> command) throws IOException {
        Tool driver = start(directory, command);
        driver.awaitOut("READY ");
        return driver;
    }

    /** {@return whether it inherited that a signal (INT or HUP) is ignored, as background processes do} */
    boolean ignores(String signal) throws IOException {
        int number = signal.equals("HUP") ? 1 : 2;
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid()), "status"))) {
            if (line.startsWith("SigIgn:")) {
                return (Long.parseUnsignedLong(line.substring(7).strip(), 16) >> (number - 1) & 1) != 0;
            }
        }
        return false;
    }

    /** Requires that it exited with the code and one line on the standard error that contains all these parts. */
    void assertFails(int code, String... parts) {
        new Run(await(), out(), err()).assertFails(code, parts);
    }
}
