/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.inspect.LogSnapshot;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogMeta;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reports on one log: the summary, the anomalies if asked for, and the frames that are selected: those that are there,
 * or, as a subscriber of policy DROP reads them, those that come, too. Publishers do not know of it, and what the
 * cleaner takes away first is told and left out. One thread.
 */
final class LogDump implements AutoCloseable {
    /** Before others get their turn. */
    private static final int FRAMES_A_STEP = 10_000;

    private final Path path;
    private final LogFiles files;
    private final LogBuffers log;
    private final LogMeta meta;
    private final Report report;
    private final Selection selection;
    private final @Nullable Sizes sizes;
    private final LogSnapshot snapshot;
    private final Listing listing;
    private long position;
    private long remaining;

    /**
     * Opens the log.
     *
     * @param sizes counts the messages in place of listing them; null to list them
     * @throws IOException if it can not be opened
     */
    LogDump(Path path, Report report, Selection selection, @Nullable Sizes sizes) throws IOException {
        this.path = path;
        this.files = LogFiles.open(path, LogFiles.Access.NOTHING);
        this.log = files.buffers();
        this.meta = log.meta();
        this.report = report;
        this.selection = selection;
        this.sizes = sizes;
        this.listing = new Listing(report, sizes);
        this.remaining = selection.first();
        boolean isRead = false;
        try {
            this.snapshot = LogSnapshot.read(log);
            isRead = true;
        } finally {
            if (!isRead) {
                files.close();
            }
        }
    }

    Path path() {
        return path;
    }

    /** Reports what the meta file says, and who holds the log up. */
    void summary() {
        report.log(path, snapshot, Uncommitted.find(log, snapshot, path));
    }

    /** Looks at everything; returns how many anomalies there are. */
    long verify() {
        return new Verification(log, snapshot, report).run();
    }

    /** Lists what is there, or counts its sizes. */
    void list(boolean withTotal) {
        if (snapshot.contradiction() == null && !selection.isNothing()) {
            if (selection.isFromTheEnd()) {
                new LastFrames(log, selection, snapshot, Selection.ALL).list(listing);
            } else {
                FrameWalker walker = new FrameWalker(
                        log, snapshot.cleaningTarget(), snapshot.readableTail(), selection.copyLimit(), listing);
                while (remaining > 0 && walker.next(selection)) {
                    remaining--;
                    listing.add(walker.takeFrame());
                }
            }
            listing.end();
            if (withTotal) {
                listing.totals().reportTo(report, null);
            }
        }
        if (sizes != null) {
            report.histogram(sizes);
        }
    }

    /** {@return the first thing found that is no frame, null if the log is sound as far as it was read} */
    @Nullable
    String firstProblem() {
        String contradiction = snapshot.contradiction();
        return contradiction == null ? listing.firstProblem() : contradiction;
    }

    /** From here on {@link #step} lists what is committed, from the first frame that is selected. */
    void follow() {
        position = snapshot.cleaningTarget();
        if (snapshot.contradiction() == null && selection.isFromTheEnd()) {
            long end = firstUncommitted();
            position = selection.isNothing() ? end : new LastFrames(log, selection, snapshot, end).start();
        }
    }

    private long firstUncommitted() {
        FrameWalker walker = new FrameWalker(
                        log, snapshot.cleaningTarget(), snapshot.readableTail(), 0, (from, to) -> {})
                .overCommitted();
        while (walker.next()) {
            // Only the place where it ends counts.
        }
        return walker.position();
    }

    /** Lists what is new; returns whether it went on. */
    boolean step() {
        long before = position;
        long clean = meta.cleanPositionAcquire();
        boolean possible = LogSnapshot.arePossible(clean, meta.cleaningTargetAcquire(), log.ringLength());
        if (!possible || snapshot.contradiction() != null) {
            return false; // Read while the cleaner stored them, or damage: then nothing comes any more.
        }
        long end = Math.min(clean + log.ringLength(), selection.to());
        FrameWalker walker = new FrameWalker(log, position, end, selection.copyLimit(), listing).overCommitted();
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
        listing.totals().reportTo(report, null);
    }

    @Override
    public void close() {
        files.close();
    }
}
