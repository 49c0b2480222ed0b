/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.agrona.concurrent.IdleStrategy;

/**
 * Idles until there is a message, for agents of Agrona. By the thread that polls.
 *
 * @param waitForMessage so long at most
 * @param isClosed whether none will come any more
 */
record MessageIdle(Predicate<Duration> waitForMessage, BooleanSupplier isClosed) implements IdleStrategy {
    /** An agent may have other work, too. */
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private static final long CLOSED_PARK_NS = 1_000_000;

    @Override
    public void idle(int workCount) {
        if (workCount <= 0) {
            idle();
        }
    }

    @Override
    public void idle() {
        if (!waitForMessage.test(LONGEST) && isClosed.getAsBoolean()) {
            LockSupport.parkNanos(CLOSED_PARK_NS); // Its agent has not noticed yet.
        }
    }

    @Override
    public void reset() {
        // Nothing is kept from one wait to the next.
    }

    @Override
    public String alias() {
        return "message";
    }
}
