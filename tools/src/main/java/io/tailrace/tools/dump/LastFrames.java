/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.inspect.LogSnapshot;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.tools.dump.FrameWalker.Overruns;
import io.tailrace.tools.dump.Listing.Selection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Finds the last frames of a log, which takes a walk over all of them. In a living log the cleaner may take away what
 * was found before it is read; then it is done again, and goes faster once the code is compiled. One thread.
 */
final class LastFrames {
    private static final int MAX_TRIES = 16;

    /** More are only counted, and then listed as they are read: a log can hold more than the heap. */
    private static final int MAX_COLLECTED = 64 * 1024;

    private static final long MAX_COLLECTED_BYTES = 16L << 20;

    private final LogBuffers log;
    private final Selection selection;
    private final int payloadLimit;

    /** How much of each payload is read to tell which ones are the last. */
    private final int searchLimit;

    private long start;
    private long end;

    LastFrames(LogBuffers log, Selection selection) {
        this.log = log;
        this.selection = selection;
        int longest = LogLayout.maxMessageLength(log.termLength());
        this.payloadLimit = Math.min(selection.copyLimit(), longest);
        this.searchLimit = Math.min(selection.searchLimit(), longest);
    }

    /** Lists them. */
    void list(LogSnapshot snapshot, Listing listing) {
        LogSnapshot now = snapshot;
        for (int i = 0; i < MAX_TRIES; i++) {
            boolean complete = find(now);
            if (complete && !isCollected()) {
                break;
            }
            if (complete && collect(listing)) {
                return;
            }
            LogSnapshot next = LogSnapshot.read(log);
            now = next.contradiction() == null ? next : now;
        }
        FrameWalker walker = new FrameWalker(log, start, end, payloadLimit, listing).withFixedEnd();
        while (walker.next(selection)) {
            listing.add(walker.takeFrame());
        }
    }

    /** {@return where the first of the last ones begins, as the log is now} */
    long findStart(LogSnapshot snapshot) {
        LogSnapshot now = snapshot;
        for (int i = 0; i < MAX_TRIES && !find(now); i++) {
            LogSnapshot next = LogSnapshot.read(log);
            now = next.contradiction() == null ? next : now;
        }
        return Math.min(start, selection.to());
    }

    private boolean isCollected() {
        return selection.last() <= MAX_COLLECTED && selection.last() * payloadLimit <= MAX_COLLECTED_BYTES;
    }

    /** {@return whether what was found is all that was asked for, or all there is} */
    private boolean find(LogSnapshot now) {
        return isCollected() ? findStarts(now) : findByCount(now);
    }

    /** Counts them all, and walks again up to the first of the last. */
    private boolean findByCount(LogSnapshot now) {
        long count = countOf(now, Long.MAX_VALUE);
        long skipped = countOf(now, Math.max(0, count - selection.last()));
        return count >= 0 && skipped >= 0;
    }

    /**
     * {@return how many were asked for, at most so many; less than none if some were overrun} Leaves where the next one
     * begins.
     */
    private long countOf(LogSnapshot now, long most) {
        Overruns overruns = new Overruns();
        FrameWalker walker =
                new FrameWalker(log, now.cleaningTarget(), now.readableTail(), searchLimit, overruns).withFixedEnd();
        long count = 0;
        end = walker.end();
        start = end;
        while (walker.next(selection)) {
            if (count++ == most) {
                start = walker.frame().position;
                break;
            }
        }
        return overruns.isEmpty() ? Math.min(count, most) : -1;
    }

    /** Remembers where the last so many begin. */
    private boolean findStarts(LogSnapshot now) {
        Deque<Long> starts = new ArrayDeque<>();
        boolean[] overrun = {false};
        FrameWalker walker = new FrameWalker(log, now.cleaningTarget(), now.readableTail(), searchLimit, (from, to) -> {
            overrun[0] = true;
            starts.clear();
        });
        while (walker.next(selection)) {
            starts.add(walker.frame().position);
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
        while (walker.next(selection)) {
            frames.add(walker.takeFrame());
        }
        if (overruns.isEmpty()) {
            frames.forEach(listing::add);
        }
        return overruns.isEmpty();
    }
}
