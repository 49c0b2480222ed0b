/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

/**
 * Frames of one lane are run one after the other, in the order in which they were added; lanes do not wait for one
 * another. A key always has the same lane, and shares it with others.
 *
 * <p>A lane is a list through the slots of the window, so nothing is allocated and no lane is ever full. Who runs the
 * lane steps to the next frame before the one just run counts as done, so its slot is not used anew yet. A lane runs as
 * long as it has frames: another that starves meanwhile holds the window, and so, soon, the frames that would starve
 * it.
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
        long last = lane.last();
        if (frame - next.length < last) { // Else its slot is another's already: it was done long ago.
            next[(int) last & mask] = frame;
        }
        lane.last(frame);
        if (lane.enter()) {
            lane.first(frame);
            ready.add(number);
        }
    }

    /** Keys are often small numbers, or multiples of one: all their bits count. */
    private int laneOf(long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) & (lanes.length - 1);
    }

    @Override
    public long take(int turn) {
        int number = ready.take(turn);
        return number < 0 ? NONE : lanes[number].first();
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
}
