/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatcher;

import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongConsumer;

/**
 * The low watermark of a window: the number of the first frame that is not known to be done. Any thread reports frames
 * as done, in any order. One thread at a time moves the watermark, so it only grows, and the listener is notified in
 * order.
 *
 * <p>A thread that reports a frame while another one moves the watermark returns at once. So the mover checks again
 * <i>after</i> it has released the lock. Otherwise the last frame could be reported while the lock was still held, and
 * the publisher would wait for that frame forever.
 */
final class LowWatermark extends Padded {
    private static final VarHandle LOCKED = Handles.field(MethodHandles.lookup(), "locked", long.class);
    private static final VarHandle DONE = MethodHandles.arrayElementVarHandle(long[].class);

    private volatile long frame;

    @SuppressWarnings("unused") // through its VarHandle
    private volatile long locked;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** The slot of a frame that is done holds its number plus 1, so that no lap has to be cleared. */
    private final long[] done;

    private final int mask;
    private final LongConsumer listener;

    /**
     * @param capacity of the window; a power of two
     * @param listener notified of each new watermark before other threads see it, by one thread at a time
     */
    LowWatermark(int capacity, LongConsumer listener) {
        this.done = new long[capacity];
        this.mask = capacity - 1;
        this.listener = listener;
    }

    /** {@return the first frame that is not known to be done} */
    long frame() {
        return frame;
    }

    /** Reports a frame as done. */
    void done(long doneFrame) {
        markDone(doneFrame);
        advance();
    }

    void markDone(long doneFrame) {
        // Volatile: pairs with the check after unlock in advance.
        DONE.setVolatile(done, (int) doneFrame & mask, doneFrame + 1);
    }

    private void advance() {
        while (isDone(frame) && tryLock()) {
            try {
                walk();
            } finally {
                unlock(); // Volatile, then the loop checks again: pairs with markDone.
            }
        }
    }

    void walk() {
        long from = frame;
        long to = from;
        while (isDone(to)) {
            to++;
        }
        if (to != from) {
            listener.accept(to);
            frame = to;
        }
    }

    private boolean isDone(long other) {
        return (long) DONE.getVolatile(done, (int) other & mask) == other + 1;
    }

    boolean tryLock() {
        return locked == 0 && LOCKED.compareAndSet(this, 0L, 1L);
    }

    void unlock() {
        locked = 0;
    }
}
