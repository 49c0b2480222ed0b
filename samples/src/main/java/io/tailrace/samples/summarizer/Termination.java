/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lets a command end in order at a signal (SIGTERM, Ctrl-C, SIGHUP). At a signal the JVM runs its shutdown hooks and
 * exits with 128 plus the signal's number, regardless of the hooks. So the hook waits here until the command is done,
 * and halts with the command's own code.
 */
final class Termination {
    private static final long PATIENCE_S = 10;

    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();

    /** Handles signals: a signal runs this in another thread. */
    void listen(Runnable onSignal) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> onShutdown(onSignal), "termination"));
    }

    /** Exits: the command is done. */
    void exit(int code) {
        complete(code);
        System.exit(code);
    }

    /** From here on the process exits with this code, also if a signal comes first. */
    void complete(int code) {
        exitCode.complete(code);
    }

    /** {@return whether a signal began the shutdown} Also one that arrived while the command ended by itself. */
    private static boolean isSignalled() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().matches("SIG[A-Z]+ handler"));
    }

    private void onShutdown(Runnable onSignal) {
        if (exitCode.isDone() && !isSignalled()) {
            return; // The command ended first, and this is its own exit.
        }
        onSignal.run();
        try {
            Runtime.getRuntime().halt(exitCode.get(PATIENCE_S, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            SummarizerMain.say("not done within " + PATIENCE_S + " s after the signal: ended as it is");
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e); // It never fails, and no thread interrupts a hook.
        }
    }
}
