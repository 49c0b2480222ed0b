/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

/**
 * Which frames of a window may be run now. A frame is added by whoever holds the producer's role, and taken by one
 * worker; who has run it asks for the {@link #next} one before the frame counts as done.
 */
interface FrameOrder {
    long NONE = -1;

    /** Adds the frame that follows the last one added. Role holder. */
    void add(long frame, long key);

    /**
     * Takes a frame to run it.
     *
     * @param turn where to look first; another each time
     * @return its number, or {@link #NONE}
     */
    long take(int turn);

    /**
     * The frame was run, and is about to count as done.
     *
     * @return the frame that the caller then has to run, or {@link #NONE}
     */
    long next(long frame);

    /** {@return whether no frame can be taken} */
    boolean isEmpty();
}
