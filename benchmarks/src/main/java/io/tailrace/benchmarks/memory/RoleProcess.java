/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.LineProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of a {@link RoleMain}, as its parent sees it. It goes on while nobody asks it. */
final class RoleProcess implements AutoCloseable {
    private static final long EXIT_TIMEOUT_S = 10;

    /** The same for all: a small heap, and no thread of the collector's own. */
    private static final List<String> FLAGS = List.of("-Xms32m", "-Xmx32m", "-XX:+UseSerialGC");

    private final LineProcess process;

    /**
     * Starts it and waits until it is ready.
     *
     * @param flags for the JVM, beside those of all
     */
    RoleProcess(
            String java,
            List<String> flags,
            RoleMain.Role role,
            Library library,
            Path directory,
            Library.Terms terms,
            int streams) {
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(FLAGS);
        command.addAll(flags);
        command.addAll(library.jvmFlags());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), RoleMain.class.getName()));
        command.addAll(List.of(role.name(), library.name(), directory.toString(), terms.name()));
        command.add(Integer.toString(streams));
        this.process = new LineProcess(command, ProcessBuilder.Redirect.INHERIT);
        readAnswer();
    }

    long pid() {
        return process.pid();
    }

    void tell(String command) {
        process.writeLine(command);
    }

    /** {@return its answer: a line of JSON} */
    String ask(String command) {
        tell(command);
        return readAnswer();
    }

    /** Waits for its answer to what it was told. */
    String readAnswer() {
        return process.readLine();
    }

    /** Ends its stdin, and so itself. */
    @Override
    public void close() {
        process.endInput(EXIT_TIMEOUT_S);
    }
}
