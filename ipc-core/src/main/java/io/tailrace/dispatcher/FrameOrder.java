/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatcher;

import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Decides which frames of a window may be run now. The thread that has the reader's role adds frames, and worker
 * threads take them. A thread that has run a frame asks for the {@link #next} one before the frame counts as done.
 */
interface FrameOrder {
    long NONE = -1;

    /** Adds the frame that follows the last one added. Reader. */
    void add(long frame, long key);

    /**
     * Takes a frame to run it.
     *
     * @param turn where to search first; different each time
     * @return its number, or {@link #NONE}
     */
    long take(int turn);

    /**
     * Reports that a frame was run and is about to count as done.
     *
     * @return the frame that the caller must run now, or {@link #NONE}
     */
    long next(long frame);

    /** {@return whether no frame can be taken} */
    boolean isEmpty();

    /**
     * Allows every frame to be run at once. Frames are taken in the order in which they were added, so one worker runs
     * them in that order.
     */
    final class Unordered extends Padded implements FrameOrder {
        private static final VarHandle TAKEN = Handles.field(MethodHandles.lookup(), "taken", long.class);

        private volatile long taken;
        private volatile long added;

        @SuppressWarnings("unused") // padding
        private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

        @Override
        public void add(long frame, long key) {
            // Volatile: the worker that takes the frame sees its stored data. Also pairs with Dispatcher.leave: the
            // reader stores this, then checks for searchers; a worker stops searching, then checks for frames.
            added = frame + 1;
        }

        @Override
        public long take(int turn) {
            for (long frame = taken; frame < added; frame = taken) {
                if (TAKEN.compareAndSet(this, frame, frame + 1)) {
                    return frame;
                }
            }
            return NONE;
        }

        @Override
        public long next(long frame) {
            return NONE;
        }

        @Override
        public boolean isEmpty() {
            return taken >= added;
        }
    }
}
