/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs the command of the Summarizer in JVMs of their own, one after the other.
 *
 * @param java the command
 * @param classPath of the Summarizer
 * @param mainClass of its command
 */
public record ChildJvm(Path java, String classPath, String mainClass) {
    /** A child that did not do what it was told. */
    static final class FailedException extends Exception {
        private static final long serialVersionUID = 1;

        FailedException(String why) {
            super(why);
        }
    }

    /**
     * Returns when the command has done its work.
     *
     * @param errorFile gets its standard error
     * @throws FailedException if it failed, or took longer; what it had begun is ended then
     */
    void run(List<String> arguments, Path errorFile, Duration limit)
            throws IOException, InterruptedException, FailedException {
        List<String> command = new ArrayList<>(List.of(java.toString(), "-cp", classPath, mainClass));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(errorFile.toFile())
                .start();
        Thread atExit = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new FailedException("did not end in time: limitS=" + limit.toSeconds());
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            removeHook(atExit);
        }
        if (process.exitValue() != 0) {
            throw new FailedException("exit code " + process.exitValue() + ": " + lastLine(errorFile));
        }
    }

    private static void removeHook(Thread atExit) {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // It is about to run.
        }
    }

    private static String lastLine(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> !line.isBlank()).reduce("", (earlier, later) -> later);
        }
    }
}
