/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

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
            added = frame + 1; // Volatile: the worker that takes the frame sees its stored data.
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

    /**
     * Runs the frames of one lane one after the other, in the order in which they were added; lanes do not wait for one
     * another. A key always has the same lane, and shares it with other keys.
     *
     * <p>A lane is a list through the slots of the window, so nothing is allocated and no lane is ever full. The worker
     * that runs the lane steps to the next frame before the one just run counts as done, so the slot of that frame is
     * not reused yet. A worker stays with a lane as long as it has frames. Another lane cannot starve for long
     * meanwhile: its oldest frame holds the window, so soon nothing more is read.
     */
    final class Lanes implements FrameOrder {
        private final Lane[] lanes;
        private final ReadySet ready;
        private final long[] next;
        private final int[] laneOf;
        private final int mask;

        /**
         * @param count of lanes; a power of two
         * @param capacity of the window; a power of two
         */
        Lanes(int count, int capacity) {
            lanes = new Lane[count];
            for (int i = 0; i < count; i++) {
                lanes[i] = new Lane();
            }
            ready = new ReadySet(count);
            next = new long[capacity];
            laneOf = new int[capacity];
            mask = capacity - 1;
        }

        @Override
        public void add(long frame, long key) {
            int number = laneOf(key);
            Lane lane = lanes[number];
            laneOf[(int) frame & mask] = number;
            // Otherwise that frame was done long ago, and its slot belongs to another frame now.
            if (frame - next.length < lane.last) {
                next[(int) lane.last & mask] = frame;
            }
            lane.last = frame;
            if (lane.enter()) {
                lane.first = frame;
                ready.add(number);
            }
        }

        /** Keys are often small numbers, or multiples of a number, so all their bits are mixed. */
        private int laneOf(long key) {
            long mixed = key * 0x9E3779B97F4A7C15L;
            return (int) (mixed >>> 32) & (lanes.length - 1);
        }

        @Override
        public long take(int turn) {
            int number = ready.take(turn);
            return number < 0 ? NONE : lanes[number].first;
        }

        @Override
        public long next(long frame) {
            int slot = (int) frame & mask;
            return lanes[laneOf[slot]].leave() ? next[slot] : NONE;
        }

        @Override
        public boolean isEmpty() {
            return ready.isEmpty();
        }

        /**
         * Counts the frames of a lane that wait or run, in one word: the step that adds a frame, or ends one, also
         * tells the caller whether the lane needs it now.
         */
        static final class Lane extends Padded {
            private static final VarHandle PENDING = Handles.field(MethodHandles.lookup(), "pending", long.class);

            @SuppressWarnings("unused") // through its VarHandle
            private volatile long pending;
            /** The frame to run when the lane is taken: stored before the lane is added to the ready ones. */
            private long first;
            /** The last frame added. Reader. */
            private long last = Long.MIN_VALUE;

            @SuppressWarnings("unused") // padding
            private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

            /** Adds a frame. Returns whether there was none; if so, the caller must mark the lane as ready. */
            boolean enter() {
                // Volatile, in one atomic step: pairs with leave. With two steps, {check; store}, a frame that arrives
                // in between would wait for the next one, or forever. The thread that leaves afterwards sees its link.
                return (long) PENDING.getAndAdd(this, 1L) == 0;
            }

            /** Ends a frame. Returns whether there is another, which the caller must run. Pairs with enter. */
            boolean leave() {
                return (long) PENDING.getAndAdd(this, -1L) > 1;
            }

            long pending() {
                return pending;
            }
        }

        /** A set of small numbers. Each added number is taken by one thread. Any thread. */
        static final class ReadySet {
            private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

            private final long[] words;

            ReadySet(int size) {
                words = new long[(size + Long.SIZE - 1) / Long.SIZE];
            }

            /** Adds a number that is not in the set. The thread that takes it sees earlier stores of the caller. */
            void add(int number) {
                WORDS.getAndBitwiseOr(words, number / Long.SIZE, 1L << number);
            }

            /**
             * Removes a number from the set, the next one from a start on.
             *
             * @return the number, or -1 if the set is empty
             */
            int take(int start) {
                int first = Integer.remainderUnsigned(start, words.length * Long.SIZE);
                int count = words.length;
                for (int i = 0; i <= count; i++) {
                    int index = (first / Long.SIZE + i) % count;
                    long mask = i == 0 ? -1L << first : -1L;
                    int number = takeFrom(index, mask);
                    if (number >= 0) {
                        return number;
                    }
                }
                return -1;
            }

            private int takeFrom(int index, long mask) {
                while (true) {
                    long candidates = (long) WORDS.getVolatile(words, index) & mask;
                    if (candidates == 0) {
                        return -1;
                    }
                    long bit = Long.lowestOneBit(candidates);
                    if (((long) WORDS.getAndBitwiseAnd(words, index, ~bit) & bit) != 0) {
                        return index * Long.SIZE + Long.numberOfTrailingZeros(bit);
                    }
                }
            }

            boolean isEmpty() {
                for (int i = 0; i < words.length; i++) {
                    if ((long) WORDS.getVolatile(words, i) != 0) {
                        return false;
                    }
                }
                return true;
            }
        }
    }
}
