/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

/**
 * Which frames are listed: those that reach into [from, to), and of these the first or the last ones.
 *
 * @param first how many at most, from the first on
 * @param last how many at most, up to the last; {@link #ALL} to begin with the first
 */
record Selection(long from, long to, long first, long last) {
    static final long ALL = Long.MAX_VALUE;

    /** No frame. */
    static final Selection NONE = new Selection(0, ALL, 0, ALL);

    boolean isNothing() {
        return first == 0 || last == 0 || from >= to;
    }

    boolean isFromTheEnd() {
        return last != ALL;
    }

    boolean beginsInTime(Frame frame) {
        return frame.position < to;
    }

    boolean contains(Frame frame) {
        return frame.end > from && beginsInTime(frame);
    }
}
