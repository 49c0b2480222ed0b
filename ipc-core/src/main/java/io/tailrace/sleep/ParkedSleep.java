/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import static io.tailrace.sleep.SleepersLayout.RUNG_OFFSET;

import io.tailrace.memory.MappedBuffer;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Parks the thread, which frees the carrier of a virtual one. To other processes it looks like a sleep at a socket: the
 * {@link Unparker} waits there. As in a futex, the word {@code rung} tells a thread that is about to park that it has
 * been woken: a park permit may be used up by anybody. Its socket stays: see {@link Unparker}.
 */
final class ParkedSleep implements Mechanism {
    private final MappedBuffer slot;
    /** That is about to park, or has parked. */
    volatile @Nullable Thread thread;

    ParkedSleep(MappedBuffer slot) {
        this.slot = slot;
    }

    @Override
    public int number() {
        return SleepersLayout.SOCKET;
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
        VarHandle.fullFence(); // Pairs with that in findThread: this sees the ring, or that sees the thread.
        return slot.getIntAcquire(RUNG_OFFSET) != 0;
    }

    @Override
    public void wake() {
        slot.putIntRelease(RUNG_OFFSET, 1);
        unpark();
    }

    /** Ends the sleep. Whoever asks for it has stored 1 in {@code rung} before. Any thread. */
    void unpark() {
        LockSupport.unpark(findThread());
    }

    /** {@return the thread that may have missed the ring} */
    @Nullable
    Thread findThread() {
        VarHandle.fullFence(); // Pairs with that in isRungFor.
        return thread;
    }
}
