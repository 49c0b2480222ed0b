/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lets a command that runs until a signal (SIGTERM, Ctrl-C, SIGHUP) end in good order then. A signal makes the JVM run
 * its shutdown hooks and exit with 128 and the signal's number, whatever they did. So the hook waits here until the
 * command is done, and halts with the command's own code.
 */
final class Termination {
    private static final long PATIENCE_S = 10;

    private final CountDownLatch signal = new CountDownLatch(1);
    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();

    /** Takes over what a signal does. A command that does not call this ends by one at once. */
    void listen() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::onShutdown, "termination"));
    }

    /** Waits for a signal. */
    void await() throws InterruptedException {
        signal.await();
    }

    /** Ends the process: the command is done. */
    void exit(int code) {
        exitCode.complete(code);
        System.exit(code);
    }

    private void onShutdown() {
        if (exitCode.isDone()) {
            return; // The command ended first, and this is its own exit.
        }
        signal.countDown();
        try {
            int code = exitCode.get(PATIENCE_S, TimeUnit.SECONDS);
            awaitRecordings();
            Runtime.getRuntime().halt(code);
        } catch (TimeoutException e) {
            System.err.println("summarizer: not done within " + PATIENCE_S + " s after the signal: ended as it is");
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e); // Nobody fails it or interrupts a hook.
        }
    }

    /** The Flight Recorder writes its recordings in a hook of its own, which a halt would cut short. */
    private static void awaitRecordings() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("JFR Shutdown Hook")) {
                thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_S));
            }
        }
    }
}
