/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import static io.tailrace.sleep.Sleeper.RUNG_OFFSET;

import io.tailrace.file.FileAccess;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A way to sleep. One thread sleeps; any thread of its process may wake it. */
sealed interface Mechanism extends AutoCloseable {
    /**
     * {@return how a platform thread sleeps}
     *
     * @param isRelayed whether the driver wakes sleepers for processes without futexes
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

    /** {@return its number in {@link Sleeper}} To other processes a parked thread looks like one at a socket. */
    default int number() {
        return this instanceof Nap ? Sleeper.NAP : this instanceof FutexSleep ? Sleeper.FUTEX : Sleeper.SOCKET;
    }

    /** {@return whether a virtual thread that sleeps in this way blocks its carrier} */
    default boolean holdsCarrier() {
        return this instanceof FutexSleep || this instanceof SocketSleep;
    }

    /** Sleeps until woken or interrupted, at most for this time; perhaps for less. Keeps the interrupt status. */
    void sleep(long timeoutNs);

    /** Ends the sleep, or the next one. */
    void wake();

    @Override
    default void close() {}

    /** Checks again after a while: for use if neither a file nor a socket can be created. */
    final class Nap implements Mechanism {
        private static final long LONGEST_NS = 1_000_000;

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
         * Lets an interrupt wake the sleeper, which a futex alone does not: the JDK closes such a channel when the
         * thread inside is interrupted. So one channel serves until the first interrupt.
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
            this.futex = new Futex(slot, Sleeper.RUNG_OFFSET);
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
            slot.putIntRelease(Sleeper.RUNG_OFFSET, 1);
            futex.wake();
        }
    }

    /** Sleeps until something arrives over the sleeper's own Unix domain socket. */
    final class SocketSleep implements Mechanism {
        private static final long ALMOST_A_MS = 999_999;

        private final WakeSocket socket;

        SocketSleep(Path path, FileAccess access) throws IOException {
            this.socket = WakeSocket.at(path, access, (clientId, sleeper) -> {});
        }

        @Override
        public void sleep(long timeoutNs) {
            socket.await(Math.max(1, TimeUnit.NANOSECONDS.toMillis(timeoutNs + ALMOST_A_MS))); // 0 would mean forever.
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

    /** The kind of the calling thread. Any thread. */
    static final class CurrentThread {
        private static final MethodHandle IS_VIRTUAL = find();

        private CurrentThread() {}

        private static MethodHandle find() {
            try {
                return MethodHandles.publicLookup()
                        .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
            } catch (NoSuchMethodException | IllegalAccessException e) { // Before JDK 21.
                return MethodHandles.dropArguments(MethodHandles.constant(boolean.class, false), 0, Thread.class);
            }
        }

        /** {@return whether it is virtual: a system call that blocks it also blocks its carrier} */
        static boolean isVirtual() {
            try {
                return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError("isVirtual throws nothing that is checked", e);
            }
        }
    }

    /**
     * Parks the thread, which frees the carrier of a virtual one. To other processes it looks like a sleep at a socket:
     * the {@link Unparker} waits there. As in a futex, the word {@code rung} shows a thread that is about to park that
     * it has been woken, because any code may use up a park permit. Its socket stays: see {@link Unparker}.
     */
    static final class ParkedSleep implements Mechanism {
        private final MappedBuffer slot;
        /** The thread that is about to park, or has parked. */
        volatile @Nullable Thread thread;

        ParkedSleep(MappedBuffer slot) {
            this.slot = slot;
        }

        @Override
        public void sleep(long timeoutNs) {
            try {
                if (!isRungFor(Thread.currentThread())) {
                    LockSupport.parkNanos(timeoutNs);
                }
            } finally {
                thread = null;
            }
        }

        /** From now on a ring finds the thread. Returns whether it has been rung before. */
        boolean isRungFor(Thread sleeper) {
            thread = sleeper;
            // Pairs with the one in findThread: this sees the ring, or findThread sees the thread.
            VarHandle.fullFence();
            return slot.getIntAcquire(RUNG_OFFSET) != 0;
        }

        @Override
        public void wake() {
            slot.putIntRelease(RUNG_OFFSET, 1);
            unpark();
        }

        /** Ends the sleep. The requester has stored 1 in {@code rung} before. Any thread. */
        void unpark() {
            LockSupport.unpark(findThread());
        }

        /** {@return the thread that may have missed the ring} */
        @Nullable
        Thread findThread() {
            VarHandle.fullFence(); // Pairs with the one in isRungFor.
            return thread;
        }
    }
}
