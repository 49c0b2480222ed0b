/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for other threads and processes, with a time limit. */
public final class Await {
    private static final long PATIENCE_NS = 60_000_000_000L;
    private static final long PAUSE_NS = 20_000;

    private Await() {}

    /** Waits for a minute at most. */
    public static void until(String what, BooleanSupplier condition) {
        until(PATIENCE_NS, what, condition);
    }

    public static void until(long withinNs, String what, BooleanSupplier condition) {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(
                    System.nanoTime() - startNs < withinNs, () -> what + " not within " + withinNs / 1_000_000 + " ms");
            LockSupport.parkNanos(PAUSE_NS);
        }
    }
}
