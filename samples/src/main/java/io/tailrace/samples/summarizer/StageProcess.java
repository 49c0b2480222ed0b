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

    private static final int RUNNING = -1;
    private static final int MAX_STARTS = 1000;
    /** The exit code of a stage whose parent has died. */
    private static final int ORPHANED = 70;

    private static final long RESTART_PAUSE_MS = 200;
    private static final long LOOK_PAUSE_MS = 50;
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
        command.add("--enable-native-access=ALL-UNNAMED"); // As the manifest of the jar says.
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), SummarizerMain.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Supervises stages until all are done or one has failed. Returns the exit code. */
    static int await(List<StageProcess> stages) throws IOException, InterruptedException {
        boolean areDone = false;
        while (!areDone) {
            areDone = true;
            for (StageProcess stage : stages) {
                int exitCode = stage.look();
                if (exitCode > 0) {
                    return exitCode;
                }
                areDone &= exitCode == 0;
            }
            Thread.sleep(LOOK_PAUSE_MS);
        }
        return 0;
    }

    /**
     * Restarts the stage if it was killed or has lost its driver.
     *
     * @return the exit code; -1 while it runs
     */
    private int look() throws IOException, InterruptedException {
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
        Thread.sleep(RESTART_PAUSE_MS);
        process = start();
        startCount++;
        return RUNNING;
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

    /** In a stage: ends this process when its parent ends, which closes the standard input. */
    static void endWithParent() {
        Thread thread = new Thread(StageProcess::awaitParent, "parent");
        thread.setDaemon(true);
        thread.start();
    }

    private static void awaitParent() {
        try {
            while (System.in.read() >= 0) {
                // The parent writes nothing to it.
            }
        } catch (IOException e) {
            // Equivalent to its end.
        }
        Runtime.getRuntime().halt(ORPHANED);
    }
}
