/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits that must not be interrupted: benchmarks have no interrupts. */
public final class Waiting {
    private Waiting() {}

    public static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /**
     * Waits for a condition, which it checks once a millisecond.
     *
     * @throws IllegalStateException with that text if it times out
     */
    public static void until(BooleanSupplier condition, long timeoutMs, Supplier<String> failure) {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - startNs > 1_000_000 * timeoutMs) {
                throw new IllegalStateException(failure.get() + ", waited=" + timeoutMs + " ms");
            }
            sleep(1);
        }
    }

    /** {@return the result of another thread, or its failure} */
    public static <T> T result(Future<T> future, long timeoutMs) {
        try {
            return future.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("no result in time: timeout=" + timeoutMs + " ms", e);
        }
    }

    /** {@return the results of other threads} Fails as soon as one of them does: the others may wait for it. */
    public static <T> List<T> results(List<CompletableFuture<T>> futures, long timeoutMs) {
        CompletableFuture<Void> failed = new CompletableFuture<>();
        CompletableFuture<?>[] watched = futures.stream()
                .map(future -> future.whenComplete((result, failure) -> {
                    if (failure != null) {
                        failed.completeExceptionally(failure);
                    }
                }))
                .toArray(CompletableFuture<?>[]::new);
        result(CompletableFuture.anyOf(CompletableFuture.allOf(watched), failed), timeoutMs);
        return futures.stream().map(CompletableFuture::join).toList();
    }

    /** {@return the exit code of a process, once it has ended} */
    public static int exit(Process process) {
        return uninterrupted(process::waitFor);
    }

    /** A wait for a result. */
    public interface Wait<T> {
        /** {@return the result} */
        T await() throws InterruptedException;
    }

    /** {@return the result of a wait} */
    public static <T> T uninterrupted(Wait<T> wait) {
        try {
            return wait.await();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted", e);
    }

    /** Threads that poll: each repeats an action until they are closed. */
    public static final class Loops {
        private static final long END_TIMEOUT_MS = 5_000;

        private final List<Thread> threads = new ArrayList<>();
        private volatile boolean closed;

        /** Starts a thread. */
        public void start(Runnable task) {
            Thread thread = new Thread(
                    () -> {
                        while (!closed) {
                            task.run();
                        }
                    },
                    "polling");
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }

        /**
         * Ends the threads.
         *
         * @param wake ends their wait
         */
        public void close(Runnable wake) {
            closed = true;
            wake.run();
            Waiting.until(
                    () -> threads.stream().noneMatch(Thread::isAlive),
                    END_TIMEOUT_MS,
                    () -> "a polling thread does not end: threads=" + threads.size());
        }
    }
}
