/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks;

import io.tailrace.benchmarks.lab.Jdk;
import io.tailrace.benchmarks.lab.LineProcess;
import io.tailrace.benchmarks.lab.Options;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process of the {@code tailrace} command, in a fresh JVM without flags. */
final class Command implements AutoCloseable {
    private static final long EXIT_TIMEOUT_S = 5;

    private final LineProcess process;

    /**
     * @param arguments of the command, the first one its name
     * @param errors where its stderr goes
     */
    Command(String java, Path jar, Path errors, String... arguments) {
        List<String> command = new ArrayList<>(List.of(java, "-jar", jar.toString()));
        command.addAll(List.of(arguments));
        process = new LineProcess(command, ProcessBuilder.Redirect.appendTo(errors.toFile()));
    }

    /** {@return the jar that holds the command} */
    static Path jar(Options options) {
        Path jar = Path.of(options.text("--jar", "tools/target/tailrace.jar"));
        if (!Files.isReadable(jar)) {
            throw new IllegalArgumentException("no executable jar of the tailrace command: --jar " + jar);
        }
        return jar;
    }

    static String java(Options options) {
        return options.text("--java", Jdk.RUNNING);
    }

    /** Waits for its next line. */
    String readLine() {
        return process.readLine();
    }

    void writeLine(String line) {
        process.writeLine(line);
    }

    long pid() {
        return process.pid();
    }

    /** Asks it to end (SIGTERM), and waits for that. */
    @Override
    public void close() {
        process.terminate(EXIT_TIMEOUT_S);
    }
}
