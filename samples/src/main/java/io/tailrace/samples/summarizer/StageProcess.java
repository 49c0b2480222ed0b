/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A stage that is a child process, and is started again when a signal kills it. For one thread. */
final class StageProcess implements AutoCloseable {
    /** The first version of Java in which Tailrace sleeps by the kernel's futex. */
    private static final int FIRST_JDK_WITH_FUTEX = 22;
    /** The JDK adds it to the number of the signal that has killed a process. */
    private static final int SIGNAL = 128;

    private static final int RUNNING = -1;
    private static final int MAX_STARTS = 1000;
    private static final long PAUSE_MS = 200;
    private static final long PATIENCE_S = 10;

    private final List<String> arguments;
    private Process process;
    private int startCount = 1;

    StageProcess(List<String> arguments) throws IOException {
        this.arguments = arguments;
        this.process = start();
    }

    private Process start() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= FIRST_JDK_WITH_FUTEX) {
            command.add("--enable-native-access=ALL-UNNAMED"); // As the manifest of the jar says.
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), SummarizerMain.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /**
     * Starts the stage again if it was killed, or has lost its driver.
     *
     * @return the exit code; -1 while it runs
     */
    int look() throws IOException, InterruptedException {
        if (process.isAlive()) {
            return RUNNING;
        }
        int exitCode = process.exitValue();
        boolean isWorthIt = exitCode > SIGNAL || exitCode == SummarizerMain.UNAVAILABLE;
        if (!isWorthIt || startCount == MAX_STARTS) {
            return exitCode;
        }
        SummarizerMain.say("starts a stage again: stage=" + arguments.get(0) + ", pid=" + process.pid() + ", exit code="
                + exitCode + ", starts=" + startCount);
        Thread.sleep(PAUSE_MS);
        process = start();
        startCount++;
        return RUNNING;
    }

    /** Ends it if it runs: in order where that is quick. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
