/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a main class of the tests in a separate JVM, with the class path of this one and none of its flags. */
public final class ForkedJvm {
    public record Result(int exitCode, String output) {}

    private ForkedJvm() {}

    public static Result run(Class<?> main, List<String> flags, String... arguments) throws Exception {
        List<String> command = command(main, flags, arguments);
        return run(new ProcessBuilder(command));
    }

    /** Runs it from a shell that first runs a command, for example to set the umask. */
    public static Result runAfter(String shellCommand, Class<?> main, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", shellCommand + "; exec \"$@\"", "sh"));
        command.addAll(command(main, List.of(), arguments));
        return run(new ProcessBuilder(command));
    }

    private static List<String> command(Class<?> main, List<String> flags, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static Result run(ProcessBuilder builder) throws IOException, InterruptedException {
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        Process process = builder.redirectErrorStream(true).start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(process.waitFor(30, TimeUnit.SECONDS), "still running after its output ended");
            return new Result(process.exitValue(), output);
        } finally {
            process.destroyForcibly();
        }
    }
}
