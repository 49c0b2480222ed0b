/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import io.tailrace.file.FileAccess;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A way to sleep. One thread sleeps; any thread of its process wakes it. */
sealed interface Mechanism extends AutoCloseable
        permits Mechanism.FutexSleep, Mechanism.SocketSleep, ParkedSleep, Mechanism.Nap {
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
    default boolean holdsCarrier() {
        return this instanceof FutexSleep || this instanceof SocketSleep;
    }

    /** Sleeps until woken, interrupted, or for so long at most; perhaps for less. Keeps the interrupt status. */
    void sleep(long timeoutNs);

    /** Ends the sleep, or the next one. */
    void wake();

    @Override
    default void close() {}

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
    }

    /** Sleeps in a futex on the word {@code rung} of a sleeper's slot. */
    final class FutexSleep implements Mechanism {
        /**
         * Has an interrupt wake the sleeper, which a futex alone does not: the JDK closes such a channel when the
         * thread that is inside is interrupted. So one serves until the first interrupt.
         */
        private final class InterruptHook extends AbstractInterruptibleChannel {
            @Override
            protected void implCloseChannel() {
                wake();
            }

            void sleep(long timeoutNs) {
                begin();
                try {
                    futex.sleep(timeoutNs);
                } finally {
                    leave();
                }
            }

            private void leave() {
                try {
                    end(true);
                } catch (AsynchronousCloseException e) {
                    // Interrupted, and its thread can tell by its status.
                }
            }
        }

        private final MappedBuffer slot;
        private final Futex futex;
        private InterruptHook hook = new InterruptHook();

        FutexSleep(MappedBuffer slot) {
            this.slot = slot;
            this.futex = new Futex(slot, SleepersLayout.RUNG_OFFSET);
        }

        @Override
        public int number() {
            return SleepersLayout.FUTEX;
        }

        @Override
        public void sleep(long timeoutNs) {
            if (!hook.isOpen()) {
                hook = new InterruptHook();
            }
            hook.sleep(timeoutNs);
        }

        @Override
        public void wake() {
            slot.putIntRelease(SleepersLayout.RUNG_OFFSET, 1);
            futex.wake();
        }
    }

    /** Sleeps until something comes over a Unix domain socket of the sleeper's own. */
    final class SocketSleep implements Mechanism {
        private static final long ALMOST_A_MS = 999_999;

        private final WakeSocket socket;

        SocketSleep(Path path, FileAccess access) throws IOException {
            this.socket = WakeSocket.at(path, access, (clientId, sleeper) -> {});
        }

        @Override
        public int number() {
            return SleepersLayout.SOCKET;
        }

        @Override
        public void sleep(long timeoutNs) {
            socket.await(Math.max(1, TimeUnit.NANOSECONDS.toMillis(timeoutNs + ALMOST_A_MS))); // 0 would be for ever.
        }

        @Override
        public void wake() {
            socket.wake();
        }

        @Override
        public void close() {
            socket.close();
        }
    }
}
