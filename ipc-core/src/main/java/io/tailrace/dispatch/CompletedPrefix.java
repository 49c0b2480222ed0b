/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import io.tailrace.memory.Padded;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongConsumer;

/**
 * Which frames of a window are done, and up to which one all are. Frames are done in any order, by any thread; the
 * prefix is moved by one thread at a time, so it only ever grows, and what it tells comes in order.
 *
 * <p>Who is done and finds another moving it leaves: that one looks again <i>after</i> it has let go of the lock.
 * Without that the last frame could be done while it was still locked, and the publisher would wait for it for ever.
 */
final class CompletedPrefix extends Padded {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final VarHandle LOCKED =
            ConstantBootstraps.fieldVarHandle(LOOKUP, "locked", VarHandle.class, CompletedPrefix.class, long.class);
    private static final VarHandle DONE = MethodHandles.arrayElementVarHandle(long[].class);

    private volatile long end;

    @SuppressWarnings("unused") // through its VarHandle
    private volatile long locked;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** In the slot of a frame that is done: its number and 1, so that no lap has to be cleared. */
    private final long[] done;

    private final int mask;
    private final LongConsumer listener;

    /**
     * @param capacity of the window; a power of two
     * @param listener told of each new end before others see it, by one thread at a time
     */
    CompletedPrefix(int capacity, LongConsumer listener) {
        this.done = new long[capacity];
        this.mask = capacity - 1;
        this.listener = listener;
    }

    /** {@return the first frame that is not known to be done} */
    long end() {
        return end;
    }

    /** A frame is done. */
    void done(long frame) {
        markDone(frame);
        advance();
    }

    void markDone(long frame) {
        // Volatile: pairs with the look behind unlock in advance.
        DONE.setVolatile(done, (int) frame & mask, frame + 1);
    }

    void advance() {
        while (isDone(end) && tryLock()) {
            try {
                walk();
            } finally {
                unlock(); // Volatile: then look again, for who found it locked.
            }
        }
    }

    void walk() {
        long from = end;
        long to = from;
        while (isDone(to)) {
            to++;
        }
        if (to != from) {
            listener.accept(to);
            end = to;
        }
    }

    boolean isDone(long frame) {
        return (long) DONE.getVolatile(done, (int) frame & mask) == frame + 1;
    }

    boolean tryLock() {
        return locked == 0 && LOCKED.compareAndSet(this, 0L, 1L);
    }

    void unlock() {
        locked = 0;
    }
}
