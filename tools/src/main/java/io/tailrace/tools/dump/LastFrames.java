/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.inspect.LogSnapshot;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.tools.dump.FrameWalker.Overruns;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Finds the last frames of a log, for which it walks over all frames. The cleaner of a living log may remove frames
 * before they are read; then the walk starts again, and is faster once the code is compiled. One thread.
 */
final class LastFrames {
    private static final int MAX_TRIES = 16;

    /** More frames than this are only counted, and read again to be listed: a log can hold more than the heap. */
    private static final int MAX_COLLECTED = 64 * 1024;

    private static final long MAX_COLLECTED_BYTES = 16L << 20;

    private final LogBuffers log;
    private final Selection selection;
    private final long before;
    private final int payloadLimit;
    private final boolean isCollected;

    private final Deque<Frame> frames = new ArrayDeque<>();
    private long start;
    private long end;

    /** Finds the last frames before a position in the current log. */
    LastFrames(LogBuffers log, Selection selection, LogSnapshot snapshot, long before) {
        this.before = before;
        this.log = log;
        this.selection = selection;
        this.payloadLimit = Math.min(selection.copyLimit(), LogLayout.maxMessageLength(log.termLength()));
        this.isCollected = selection.last() <= MAX_COLLECTED && selection.last() * payloadLimit <= MAX_COLLECTED_BYTES;
        LogSnapshot now = snapshot;
        for (int i = 0; i < MAX_TRIES && !(isCollected ? collect(now) : count(now)); i++) {
            LogSnapshot next = LogSnapshot.read(log);
            now = next.contradiction() == null ? next : now;
        }
    }

    /** {@return the position of the first of these frames} */
    long start() {
        return Math.min(start, Math.min(before, selection.to()));
    }

    /** Lists these frames. */
    void list(Listing listing) {
        frames.forEach(listing::add);
        if (!isCollected) {
            FrameWalker walker = new FrameWalker(log, start, end, payloadLimit, listing).withFixedEnd();
            while (next(walker)) {
                listing.add(walker.takeFrame());
            }
        }
    }

    private boolean next(FrameWalker walker) {
        return walker.next(selection) && walker.frame().position < before;
    }

    /** Keeps the last frames; returns whether there are as many as requested, or all that exist. */
    private boolean collect(LogSnapshot now) {
        frames.clear();
        boolean[] overrun = {false};
        FrameWalker walker =
                new FrameWalker(log, now.cleaningTarget(), now.readableTail(), payloadLimit, (from, to) -> {
                    overrun[0] = true;
                    frames.clear();
                });
        while (next(walker)) {
            frames.add(walker.takeFrame());
            if (frames.size() > selection.last()) {
                walker.reuse(frames.remove());
            }
        }
        start = frames.isEmpty() ? walker.end() : frames.element().position;
        return !overrun[0] || frames.size() == selection.last();
    }

    /** Counts all frames, and walks again up to the first of the last ones; returns whether none was overrun. */
    private boolean count(LogSnapshot now) {
        long count = countOf(now, Long.MAX_VALUE);
        long skipped = countOf(now, Math.max(0, count - selection.last()));
        return count >= 0 && skipped >= 0;
    }

    /**
     * {@return the number of selected frames, at most {@code most}; negative if some were overrun} Sets the start to
     * the frame after these.
     */
    private long countOf(LogSnapshot now, long most) {
        Overruns overruns = new Overruns();
        FrameWalker walker = new FrameWalker(
                        log, now.cleaningTarget(), now.readableTail(), selection.searchLimit(), overruns)
                .withFixedEnd();
        long count = 0;
        end = walker.end();
        start = end;
        while (next(walker)) {
            if (count++ == most) {
                start = walker.frame().position;
                break;
            }
        }
        return overruns.isEmpty() ? Math.min(count, most) : -1;
    }
}
