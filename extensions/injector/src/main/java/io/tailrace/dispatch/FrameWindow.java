/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongConsumer;

/**
 * The frames of one log that were read and that the low watermark has not passed. The log's {@link FrameFeed} adds to
 * it; the dispatch uses the rest.
 */
final class FrameWindow extends Padded {
    private static final VarHandle NEXT_FRAME = Handles.field(MethodHandles.lookup(), "nextFrame", long.class);
    private static final VarHandle READ_POSITION = Handles.field(MethodHandles.lookup(), "readPosition", long.class);
    private static final VarHandle COMPLETED_POSITION =
            Handles.field(MethodHandles.lookup(), "completedPosition", long.class);

    /** The number of the next frame. Written by the reader. */
    private long nextFrame;
    /** The position up to which everything was read. Written by the reader. */
    private long readPosition;
    /** The position of the low watermark. Written by the thread that moves the watermark. */
    @SuppressWarnings("unused") // through its VarHandle
    private long completedPosition;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    final FrameFeed feed;
    private final long maxBytes;
    private final long[] positions;
    private final long[] ends;
    private final long[] tags;
    private final int mask;
    final FrameOrder order;
    final LowWatermark watermark;
    final ReaderRole role = new ReaderRole();

    /**
     * @param position where reading begins
     * @param lanes maximum number of frames that run at once: 1, or another power of two; 0 if there is no limit
     */
    FrameWindow(FrameFeed feed, long position, Limits limits, int lanes) {
        int capacity = limits.frames();
        this.feed = feed;
        this.readPosition = position;
        this.completedPosition = position;
        this.maxBytes = limits.bytes();
        this.positions = new long[capacity];
        this.ends = new long[capacity];
        this.tags = new long[capacity];
        this.mask = capacity - 1;
        this.order = lanes == 0 ? new FrameOrder.Unordered() : new FrameOrder.Lanes(lanes, capacity);
        this.watermark = new LowWatermark(capacity, this::onCompleted);
    }

    /** {@return whether another frame may be added} Reader. */
    boolean hasRoom() {
        return nextFrame - watermark.frame() <= mask && bytesInFlight() < maxBytes;
    }

    /**
     * Adds the next frame; the window must have room. Reader.
     *
     * @param position of the frame
     * @param end of the frame
     * @param tag the feed's own word for the frame, which {@link FrameFeed#handle} gets
     * @param key frames of the same key are run in order, unless the dispatch is unordered
     */
    void add(long position, long end, long tag, long key) {
        long frame = nextFrame;
        int slot = (int) frame & mask;
        positions[slot] = position;
        ends[slot] = end;
        tags[slot] = tag;
        READ_POSITION.setOpaque(this, end);
        NEXT_FRAME.setOpaque(this, frame + 1);
        order.add(frame, key);
    }

    /**
     * Reports that there is nothing to run before this position. The feed is notified once everything before it is
     * done: now, or when this is called again, or with the next frame. Reader.
     */
    void skipTo(long position) {
        if (position != readPosition
                && isEmpty()
                && watermark.tryLock()) { // Another thread may hold the lock for another moment.
            READ_POSITION.setOpaque(this, position);
            complete(position, 0);
            watermark.unlock();
        }
    }

    private void onCompleted(long end) {
        complete(ends[(int) (end - 1) & mask], end - watermark.frame());
    }

    private void complete(long position, long frames) {
        feed.done(position, frames);
        COMPLETED_POSITION.setOpaque(this, position);
    }

    /** {@return whether everything that was read is done} Reader. */
    boolean isEmpty() {
        return watermark.frame() == nextFrame;
    }

    /**
     * {@return whether no thread reads and everything that was read is done} Checked in this order: frames of the last
     * reader are visible after its release of the role. Any thread.
     */
    boolean isAtRest() {
        return role.isFree() && framesInFlight() == 0;
    }

    long position(long frame) {
        return positions[(int) frame & mask];
    }

    long tag(long frame) {
        return tags[(int) frame & mask];
    }

    /** {@return the frames read and not done} Any thread. */
    long framesInFlight() {
        return Math.max(0, (long) NEXT_FRAME.getOpaque(this) - watermark.frame());
    }

    /** {@return the bytes read and not done} Any thread. */
    long bytesInFlight() {
        return (long) READ_POSITION.getOpaque(this) - (long) COMPLETED_POSITION.getOpaque(this);
    }

    /**
     * How much of one log may be in flight: read, and not passed by the low watermark. After a crash that much is read
     * again.
     *
     * @param frames maximum number of frames in flight; a power of two
     * @param bytes bytes in flight at which reading stops, so the last frame may exceed them
     */
    record Limits(int frames, long bytes) {
        static final int MAX_FRAMES = 1 << 20;

        /** @throws IllegalArgumentException if a limit is out of range */
        Limits {
            if (frames < 1 || frames > MAX_FRAMES || Integer.bitCount(frames) != 1) {
                throw new IllegalArgumentException(
                        "window is no power of two in range: frames=" + frames + ", min=1, max=" + MAX_FRAMES);
            }
            if (bytes < 1) {
                throw new IllegalArgumentException("window without bytes: bytes=" + bytes + ", min=1");
            }
        }
    }

    /**
     * The low watermark of a window: the number of the first frame that is not known to be done. Any thread reports
     * frames as done, in any order. One thread at a time moves the watermark, so it only grows, and the listener is
     * notified in order.
     *
     * <p>A thread that reports a frame while another one moves the watermark returns at once. So the mover checks again
     * <i>after</i> it has released the lock. Otherwise the last frame could be reported while the lock was still held,
     * and the publisher would wait for that frame forever.
     */
    static final class LowWatermark extends Padded {
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

    /**
     * The right to read a log, which one thread has at a time. A thread that finds the role taken leaves a demand, and
     * the reader then reads once more. So no thread waits, and no frame or room that a thread has seen is overlooked.
     * Any thread.
     */
    static final class ReaderRole extends Padded {
        private static final VarHandle STATE = Handles.field(MethodHandles.lookup(), "state", long.class);

        private static final long FREE = 0;
        private static final long HELD = 1;
        private static final long DEMANDED = 2;

        private volatile long state;

        @SuppressWarnings("unused") // padding
        private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

        /** Takes the role, or leaves a demand. Returns whether it was taken. */
        boolean tryTake() {
            for (long current = state; current != DEMANDED; current = state) {
                // Volatile: pairs with release. The reader that sees the demand also sees the room that the caller has
                // made.
                if (STATE.compareAndSet(this, current, current + 1)) {
                    return current == FREE;
                }
            }
            return false;
        }

        /** {@return whether no thread reads} Volatile: the caller sees the frames that the last reader has added. */
        boolean isFree() {
            return state == FREE;
        }

        /** Gives the role back, unless there is a demand. Returns false if the caller must read once more. */
        boolean release() {
            if (STATE.compareAndSet(this, HELD, FREE)) {
                return true;
            }
            state = HELD; // This demand is served; a later thread leaves another one.
            return false;
        }
    }
}
