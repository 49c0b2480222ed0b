/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.inspect.LogSnapshot;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogMeta;
import io.tailrace.tools.dump.Listing.Selection;
import org.jspecify.annotations.Nullable;

/**
 * Shows the frames of a log as they are committed, as a subscriber of policy DROP reads them: publishers do not know of
 * it, and what the cleaner takes away first is told and left out. One thread.
 */
final class FollowedLog {
    /** Before others get their turn. */
    private static final int FRAMES_A_STEP = 10_000;

    private final LogBuffers log;
    private final LogMeta meta;
    private final LogSnapshot snapshot;
    private final Selection selection;
    private final Report report;
    private final Listing listing;
    private long position;
    private long remaining;

    /**
     * Begins at a position.
     *
     * @param start where a frame begins, none behind the first that is not committed
     */
    FollowedLog(LogBuffers log, LogSnapshot snapshot, Selection selection, Report report, long start) {
        this.log = log;
        this.meta = log.meta();
        this.snapshot = snapshot;
        this.selection = selection;
        this.report = report;
        this.listing = new Listing(report, null);
        this.position = start;
        this.remaining = selection.first();
    }

    /**
     * Shows what is new.
     *
     * @return whether it went on
     */
    boolean step() {
        long before = position;
        long clean = meta.cleanPositionAcquire();
        boolean possible = LogSnapshot.arePossible(clean, meta.cleaningTargetAcquire(), log.ringLength());
        if (!possible || snapshot.contradiction() != null) {
            return false; // Read while the cleaner stored them, or damage: then nothing comes any more.
        }
        long end = Math.min(clean + log.ringLength(), selection.to());
        FrameWalker walker = FrameWalker.overCommitted(log, position, end, selection.copyLimit(), listing);
        report.turnTo(snapshot);
        for (int frames = 0; frames < FRAMES_A_STEP && remaining > 0 && walker.next(); frames++) {
            if (selection.contains(walker.frame())) {
                listing.add(walker.takeFrame());
                remaining--;
            }
        }
        position = walker.position();
        listing.end();
        return position != before;
    }

    /** {@return whether nothing can come: the log has ended, or is none, or all that was asked for was shown} */
    boolean isDone() {
        return remaining <= 0
                || snapshot.contradiction() != null
                || position >= Math.min(meta.endPositionAcquire(), selection.to());
    }

    /** Reports how many frames were listed. */
    void total() {
        report.turnTo(snapshot);
        report.total(listing.totals());
    }

    /** {@return the first thing found that is no frame, null if there was none} */
    @Nullable
    String firstProblem() {
        String contradiction = snapshot.contradiction();
        return contradiction == null ? listing.firstProblem() : contradiction;
    }
}
