/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import java.util.concurrent.locks.LockSupport;

/** A way to sleep. One thread sleeps; any thread of its process wakes it. */
sealed interface Mechanism extends AutoCloseable permits FutexSleep, SocketSleep, Mechanism.Nap {
    /** {@return its number in {@link SleepersLayout}} */
    int number();

    /** Sleeps until woken, interrupted, or for so long at most; perhaps for less. Keeps the interrupt status. */
    void sleep(long timeoutNs);

    /** Ends the sleep, or the next one. */
    void wake();

    @Override
    void close();

    /** Looks again after a while: where neither a file nor a socket can be made. */
    final class Nap implements Mechanism {
        private static final long LONGEST_NS = 1_000_000;

        @Override
        public int number() {
            return SleepersLayout.NAP;
        }

        @Override
        public void sleep(long timeoutNs) {
            LockSupport.parkNanos(Math.min(timeoutNs, LONGEST_NS));
        }

        @Override
        public void wake() {}

        @Override
        public void close() {}
    }
}
