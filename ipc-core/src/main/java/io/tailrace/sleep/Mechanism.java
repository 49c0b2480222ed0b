/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import io.tailrace.memory.FileAccess;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A way to sleep. One thread sleeps; any thread of its process wakes it. */
sealed interface Mechanism extends AutoCloseable permits FutexSleep, SocketSleep, ParkedSleep, Mechanism.Nap {
    /**
     * {@return how a platform thread sleeps}
     *
     * @param isRelayed whether somebody wakes for processes that have no futexes
     */
    static Mechanism ofPlatformThread(boolean isRelayed, MappedBuffer slot, Path socket, FileAccess access)
            throws IOException {
        return suitsFutex(isRelayed) ? new FutexSleep(slot) : new SocketSleep(socket, access);
    }

    private static boolean suitsFutex(boolean isRelayed) {
        return isRelayed && Futex.isAvailable();
    }

    /** {@return whether it would be chosen again} */
    default boolean isChoice(boolean isRelayed) {
        return this instanceof ParkedSleep || this instanceof FutexSleep == suitsFutex(isRelayed);
    }

    /** {@return its number in {@link SleepersLayout}} */
    int number();

    /** {@return whether a virtual thread that slept so would keep its carrier from others} */
    boolean holdsCarrier();

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
        public boolean holdsCarrier() {
            return false;
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
