/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A client in the JVM of the test that observes the effects of other processes, and checks everything that it receives.
 */
final class LocalClient implements AutoCloseable {
    /**
     * After this time the others go on. Two seconds are promised, and the profile {@code faults} demands them;
     * elsewhere several tests share the processors.
     */
    static final long PROMISE_NS = 1_000_000_000L * Integer.getInteger("tailrace.test.promise", 20);

    static final long PATIENCE_NS = 60_000_000_000L;

    private static final long PAUSE_NS = 20_000;

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final MessageChecker checker = new MessageChecker(Scene.MAX_MESSAGE_LENGTH);
    private final Tailrace tailrace;

    LocalClient(Path directory) {
        this.tailrace =
                Tailrace.connect(TailraceConfig.DEFAULT.withDirectory(directory).withErrorHandler(errors::add));
    }

    Tailrace tailrace() {
        return tailrace;
    }

    MessageChecker checker() {
        return checker;
    }

    Queue<Throwable> errors() {
        return errors;
    }

    /** Polls until a condition holds; a failure names the time limit. */
    void pollUntil(Subscription subscription, long withinNs, String what, BooleanSupplier condition) {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (subscription.poll(checker, 64) == 0) {
                LockSupport.parkNanos(PAUSE_NS);
            }
            assertTrue(
                    System.nanoTime() - startNs < withinNs,
                    () -> what + " not within " + withinNs / 1_000_000 + " ms, received=" + checker.total()
                            + ", errors=" + errors);
        }
    }

    @Override
    public void close() {
        tailrace.close();
    }
}
