/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.log.LogBuffers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Finds the last frames of a log, which takes a walk over all of them. In a living log the cleaner may take away what was
 * found before it is read; then it is done again, and goes faster once the code is compiled. One thread.
 */
final class LastFrames {
    private static final int MAX_TRIES = 16;

    /** More are listed as they are read. */
    private static final int MAX_COLLECTED = 64 * 1024;

    private final LogBuffers log;
    private final Selection selection;
    private final int payloadLimit;
    private long start;
    private long end;

    LastFrames(LogBuffers log, Selection selection, int payloadLimit) {
        this.log = log;
        this.selection = selection;
        this.payloadLimit = payloadLimit;
    }

    /** Lists them. */
    void list(LogSnapshot snapshot, Listing listing) {
        LogSnapshot now = snapshot;
        for (int i = 0; i < MAX_TRIES; i++) {
            boolean complete = find(now);
            if (complete && selection.last() > MAX_COLLECTED) {
                break;
            }
            if (complete && collect(listing)) {
                return;
            }
            LogSnapshot next = LogSnapshot.read(log);
            now = next.contradiction() == null ? next : now;
        }
        FrameWalker walker = new FrameWalker(log, start, end, payloadLimit, listing).withFixedEnd();
        while (walker.next() && selection.beginsInTime(walker.frame())) {
            listing.add(walker.takeFrame());
        }
    }

    /** {@return whether what was found is all that was asked for, or all there is} */
    private boolean find(LogSnapshot now) {
        Deque<Long> starts = new ArrayDeque<>();
        boolean[] overrun = {false};
        FrameWalker walker = new FrameWalker(log, now.cleaningTarget(), now.readableTail(), 0, (from, to) -> {
            overrun[0] = true;
            starts.clear();
        });
        while (walker.next() && selection.beginsInTime(walker.frame())) {
            if (selection.contains(walker.frame())) {
                starts.add(walker.frame().position);
            }
            if (starts.size() > selection.last()) {
                starts.remove();
            }
        }
        end = walker.end();
        start = starts.isEmpty() ? end : starts.element();
        return !overrun[0] || starts.size() == selection.last();
    }

    /** {@return whether all were still there; they are listed then} */
    private boolean collect(Listing listing) {
        List<Frame> frames = new ArrayList<>();
        Overruns overruns = new Overruns();
        FrameWalker walker = new FrameWalker(log, start, end, payloadLimit, overruns).withFixedEnd();
        while (walker.next() && selection.beginsInTime(walker.frame())) {
            frames.add(walker.takeFrame());
        }
        if (overruns.isEmpty()) {
            frames.forEach(listing::add);
        }
        return overruns.isEmpty();
    }
}
