/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the command of the Summarizer in JVMs of their own, one after the other.
 *
 * @param command starts the Summarizer; its arguments follow
 */
public record ChildJvm(List<String> command) {
    private static final Pattern LISTENING = Pattern.compile("listening: .*port=(\\d+)");
    private static final long LOOK_MS = 10;

    /** What is done while a process runs. */
    private interface Meanwhile {
        void run(Process process) throws IOException, InterruptedException, FailedException;
    }

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
     * @param errorFile gets its standard error, at its end
     * @throws FailedException if it failed, or took longer; what it had begun is ended then
     */
    void run(List<String> arguments, Path errorFile, Duration limit)
            throws IOException, InterruptedException, FailedException {
        run(start(arguments, errorFile), errorFile, limit, process -> {});
    }

    /**
     * Returns when the command, which listens at a port until a signal, has taken all that another one sends to it.
     *
     * @param errorFile gets the standard error of both
     * @param sender has the arguments of the one that sends to a port
     * @throws FailedException if one of them failed, or took longer; what they had begun is ended then
     */
    void runWithSender(List<String> arguments, Path errorFile, Duration limit, IntFunction<List<String>> sender)
            throws IOException, InterruptedException, FailedException {
        run(start(arguments, errorFile), errorFile, limit, process -> {
            int port = awaitPort(process, errorFile, limit);
            run(start(sender.apply(port), errorFile), errorFile, limit, sending -> {});
            process.destroy();
        });
    }

    private Process start(List<String> arguments, Path errorFile) throws IOException {
        List<String> all = new ArrayList<>(command);
        all.addAll(arguments);
        return new ProcessBuilder(all)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.appendTo(errorFile.toFile()))
                .start();
    }

    private static int awaitPort(Process process, Path errorFile, Duration limit)
            throws IOException, InterruptedException, FailedException {
        long beginNs = System.nanoTime();
        while (System.nanoTime() - beginNs < limit.toNanos() && !process.waitFor(LOOK_MS, TimeUnit.MILLISECONDS)) {
            Optional<Integer> port = Files.readString(errorFile)
                    .lines()
                    .map(LISTENING::matcher)
                    .filter(Matcher::matches)
                    .map(matcher -> Integer.valueOf(matcher.group(1)))
                    .findFirst();
            if (port.isPresent()) {
                return port.get();
            }
        }
        throw new FailedException("does not listen: " + reason(errorFile));
    }

    private static void run(Process process, Path errorFile, Duration limit, Meanwhile meanwhile)
            throws IOException, InterruptedException, FailedException {
        Thread atExit = new Thread(process::destroyForcibly);
        try {
            Runtime.getRuntime().addShutdownHook(atExit);
            meanwhile.run(process);
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new FailedException("did not end in time: limitS=" + limit.toSeconds());
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            removeHook(atExit);
        }
        if (process.exitValue() != 0) {
            throw new FailedException("exit code " + process.exitValue() + ": " + reason(errorFile));
        }
    }

    private static void removeHook(Thread atExit) throws InterruptedException {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            Thread.sleep(Long.MAX_VALUE); // This JVM ends, and so the child was ended. That is no failure of it.
        }
    }

    /** What the Summarizer says of itself in a line; of any other error the first line. */
    private static String reason(Path errorFile) throws IOException {
        List<String> lines = Files.readAllLines(errorFile).stream()
                .filter(line -> !line.isBlank())
                .toList();
        return lines.stream()
                .filter(line -> line.startsWith("summarizer: "))
                .findFirst()
                .orElse(lines.isEmpty() ? "no reason was given" : lines.get(0));
    }
}
