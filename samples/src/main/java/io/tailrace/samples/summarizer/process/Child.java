/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.samples.summarizer.pipeline.Crew;
import io.tailrace.samples.summarizer.summary.Definition;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A process that parses or summarizes, as the one sees it that has started it. If it dies, the crew fails. Closed, it
 * ends: in order when that is quick.
 */
final class Child implements AutoCloseable {
    private static final long PATIENCE_MS = 2_000;
    /** What the JVM adds to the number of a signal. */
    private static final int SIGNAL = 128;

    private final String name;
    private final Process process;
    private final List<Definition> definitions;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CompletableFuture<ChildReport> report = new CompletableFuture<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final Thread errors;
    private volatile boolean isClosing;

    /**
     * Starts it.
     *
     * @param name what it is called where it says something
     * @param definitions of the summaries that it owns
     * @param talk gets what it writes to its standard error
     */
    Child(String name, ProcessBuilder command, List<Definition> definitions, Crew crew, PrintStream talk) {
        this.name = name;
        this.definitions = definitions;
        try {
            this.process = command.start();
        } catch (IOException e) {
            throw new ChildFailedException("cannot start a process: name=" + name + ", cause=" + e.getMessage(), e);
        }
        this.errors = new Thread(() -> passOn(talk), "errors-of-" + name);
        errors.setDaemon(true);
        errors.start();
        crew.start("output-of-" + name, this::listen);
    }

    private void passOn(PrintStream talk) {
        try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null && !isClosing; line = lines.readLine()) {
                talk.println(name + ": " + line);
            }
        } catch (IOException e) {
            // It has ended, and whoever listens to its output learns how.
        }
    }

    private void listen() throws InterruptedException {
        try (DataInputStream input = new DataInputStream(new BufferedInputStream(process.getInputStream()))) {
            if (input.readByte() != ParentLink.READY) {
                throw new IOException("its output begins wrong");
            }
            ready.complete(null);
            report.complete(ChildReport.read(input, definitions));
            if (input.read() >= 0 || process.waitFor() != 0) {
                throw new EOFException();
            }
            end.complete(null);
        } catch (IOException e) {
            if (!isClosing) { // Else it has not died but was ended.
                throw new ChildFailedException(describe(e), e);
            }
        }
    }

    private String describe(IOException e) throws InterruptedException {
        boolean hasEnded = process.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS);
        int exitCode = hasEnded ? process.exitValue() : 0;
        errors.join(PATIENCE_MS); // What it has said comes first.
        return "a process of the run has failed: name=" + name + ", pid=" + process.pid()
                + (hasEnded ? ", exit code=" + exitCode : ", it still runs")
                + (exitCode > SIGNAL ? " (signal " + (exitCode - SIGNAL) + ")" : "")
                + (e instanceof EOFException ? "" : ", cause=" + e.getMessage());
    }

    /** Waits until it reads. */
    void awaitReady() throws InterruptedException {
        await(ready);
    }

    /** Waits until it has done all. */
    ChildReport awaitReport() throws InterruptedException {
        return await(report);
    }

    /** Waits until it has ended in order. */
    void awaitEnd() throws InterruptedException {
        await(end);
    }

    private static <T> T await(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e); // None of them is ever completed with an exception.
        }
    }

    /** Has it end, if it has not, without a wait. */
    void beginClose() {
        isClosing = true;
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // Nothing was written to it.
        }
    }

    /** Waits for its end, and ends it the hard way if that takes long. */
    @Override
    public void close() {
        beginClose();
        boolean wasInterrupted = Thread.interrupted();
        try {
            if (!process.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
            errors.join();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            wasInterrupted = true;
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
