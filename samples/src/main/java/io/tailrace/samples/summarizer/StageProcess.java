/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A stage in a child process, which is restarted when a signal kills it. Not thread-safe. */
final class StageProcess implements AutoCloseable {
    /** The JDK adds this to the number of the signal that killed a process. */
    private static final int SIGNAL = 128;

    private static final int MAX_STARTS = 1000;
    private static final long PATIENCE_S = 10;

    private final List<String> arguments;
    private Process process;
    private int starts = 1;

    StageProcess(List<String> arguments) throws IOException {
        this.arguments = List.copyOf(arguments);
        this.process = start();
    }

    private Process start() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), SummarizerMain.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /**
     * Restarts the stage if it was killed, or has lost its driver.
     *
     * @return the exit code; less than 0 while it runs
     */
    int look() throws IOException {
        if (process.isAlive()) {
            return -1;
        }
        int exitCode = process.exitValue();
        boolean isWorthIt = exitCode > SIGNAL || exitCode == SummarizerMain.UNAVAILABLE;
        if (!isWorthIt || starts == MAX_STARTS) {
            return exitCode;
        }
        SummarizerMain.say("starts a stage again: stage=" + arguments.get(0) + ", exit code=" + exitCode);
        process = start();
        starts++;
        return -1;
    }

    /** Ends it if it runs: in order if that is quick. */
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
