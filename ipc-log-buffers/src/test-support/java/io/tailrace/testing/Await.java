/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.testing;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for other threads and processes, with a time limit. */
public final class Await {
    /**
     * After this time the others go on. Two seconds are promised, and the profile {@code faults} demands them;
     * elsewhere several tests share the processors.
     */
    public static final long PROMISE_NS = 1_000_000_000L * Integer.getInteger("tailrace.test.promise", 20);

    public static final long PATIENCE_NS = 60_000_000_000L;
    private static final long PAUSE_NS = 20_000;

    private Await() {}

    /** Waits for a minute at most. */
    public static void until(String what, BooleanSupplier condition) {
        until(PATIENCE_NS, what, condition);
    }

    /** Waits for as long as is promised. */
    public static void promised(String what, BooleanSupplier condition) {
        until(PROMISE_NS, what, condition);
    }

    /** Waits for that long at most; an interrupt ends it, too. */
    public static void until(long withinNs, String what, BooleanSupplier condition) {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - startNs >= withinNs) {
                throw new AssertionError(what + " not within " + withinNs / 1_000_000 + " ms");
            }
            LockSupport.parkNanos(PAUSE_NS);
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError(what + " not before an interrupt");
            }
        }
    }
}
