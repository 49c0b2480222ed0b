/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.inspect.LogSnapshot;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogMeta;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Reports on one log: its summary, its anomalies on request, and the selected frames: those in the log now and, when
 * following, also new ones, as a subscriber of policy DROP reads them. Publishers do not notice it; frames that the
 * cleaner removes first are reported as skipped. One thread.
 */
final class LogDump implements AutoCloseable {
    /** The most frames of one log before other logs get their turn. */
    private static final int FRAMES_A_STEP = 10_000;

    /** How often the search for the last frames begins again: it is faster once the code is compiled. */
    private static final int MAX_TRIES = 16;

    private static final long MAX_LAST_BYTES = 16L << 20;

    private final Path path;
    private final LogFiles files;
    private final LogBuffers log;
    private final LogMeta meta;
    private final Report report;
    private final Selection selection;
    private final LogSnapshot snapshot;
    private final Report.Totals totals = new Report.Totals();
    private final FrameWalker.Overruns overruns = new FrameWalker.Overruns();
    private @Nullable String firstProblem;
    private long position;
    private long remaining;

    /**
     * Opens the log.
     *
     * @throws IOException if it cannot be opened
     */
    LogDump(Path path, Report report, Selection selection) throws IOException {
        this.path = path;
        this.files = LogFiles.open(path, LogFiles.Access.NOTHING);
        this.log = files.buffers();
        this.meta = log.meta();
        this.report = report;
        this.selection = selection;
        this.remaining = selection.first();
        this.snapshot = LogSnapshot.read(log);
    }

    Path path() {
        return path;
    }

    /** Reports the content of the meta file, and the claim that readers wait for. */
    void summary() {
        report.log(path, snapshot, Uncommitted.find(log, snapshot, path));
    }

    /** Checks everything; returns the number of anomalies. */
    long verify() {
        return new Verification(log, snapshot, report).run();
    }

    /** Lists the current frames. */
    void list(boolean withTotal) {
        if (snapshot.contradiction() == null && !selection.isNothing()) {
            if (selection.isFromTheEnd()) {
                lastFrames(false).forEach(this::list);
            } else {
                FrameWalker walker = new FrameWalker(
                        log, snapshot.cleaningTarget(), snapshot.readableTail(), selection.copyLimit(), overruns);
                while (remaining > 0 && walker.next(selection)) {
                    remaining--;
                    list(walker.frame());
                }
            }
            overruns.reportTo(report);
            if (withTotal) {
                totals.reportTo(report, null);
            }
        }
    }

    private void list(Frame frame) {
        overruns.reportTo(report);
        totals.add(frame);
        report.frame(frame);
        if (frame.problem != null && firstProblem == null) {
            firstProblem = frame.problem + ", position=" + frame.position;
        }
    }

    /** {@return the first problem found, null if the log is sound as far as it was read} */
    @Nullable
    String firstProblem() {
        String contradiction = snapshot.contradiction();
        return contradiction == null ? firstProblem : contradiction;
    }

    /** Makes each {@link #step} list newly committed frames, from the first selected one. */
    void follow() {
        position = snapshot.cleaningTarget();
        if (snapshot.contradiction() == null && selection.isFromTheEnd()) {
            Deque<Frame> last = lastFrames(true);
            position = last.isEmpty() ? position : last.element().position;
        }
    }

    /**
     * {@return the last selected frames: as many as are asked for, or as take 16 MiB} The walk begins again if the
     * cleaner of a living log was faster.
     *
     * @param committedOnly whether to stop at the first uncommitted position
     */
    private Deque<Frame> lastFrames(boolean committedOnly) {
        Deque<Frame> frames = new ArrayDeque<>();
        LogSnapshot now = snapshot;
        for (int i = 0; i < MAX_TRIES && !collect(now, committedOnly, frames); i++) {
            LogSnapshot next = LogSnapshot.read(log);
            now = next.contradiction() == null ? next : now;
        }
        return frames;
    }

    /** Returns whether there are as many as requested, or all that exist; the position is then the end of the walk. */
    private boolean collect(LogSnapshot now, boolean committedOnly, Deque<Frame> frames) {
        frames.clear();
        long[] bytes = {0};
        boolean[] missed = {false};
        FrameWalker walker =
                new FrameWalker(log, now.cleaningTarget(), now.readableTail(), selection.copyLimit(), (from, to) -> {
                    missed[0] = true;
                    bytes[0] = 0;
                    frames.clear();
                });
        if (committedOnly) {
            walker.overCommitted();
        }
        while (walker.next(selection)) {
            frames.add(walker.frame());
            bytes[0] += walker.frame().payload.length;
            while (frames.size() > selection.last() || (bytes[0] > MAX_LAST_BYTES && frames.size() > 1)) {
                bytes[0] -= frames.remove().payload.length;
            }
        }
        position = walker.position();
        return !missed[0] || frames.size() == selection.last();
    }

    /** Lists new frames; returns whether it advanced. */
    boolean step() {
        long before = position;
        long clean = meta.cleanPositionAcquire();
        boolean possible = LogSnapshot.arePossible(clean, meta.cleaningTargetAcquire(), log.ringLength());
        if (!possible || snapshot.contradiction() != null) {
            return false; // The cleaner was storing the positions, or they are damaged: then no frames follow.
        }
        long end = Math.min(clean + log.ringLength(), selection.to());
        FrameWalker walker = new FrameWalker(log, position, end, selection.copyLimit(), overruns).overCommitted();
        report.turnTo(snapshot);
        for (int frames = 0; frames < FRAMES_A_STEP && remaining > 0 && walker.next(); frames++) {
            if (selection.contains(walker.frame())) {
                list(walker.frame());
                remaining--;
            }
        }
        position = walker.position();
        overruns.reportTo(report);
        return position != before;
    }

    /**
     * {@return whether no more frames can follow: the log has ended, is damaged, or everything requested was shown}
     */
    boolean isDone() {
        return remaining <= 0
                || snapshot.contradiction() != null
                || position >= Math.min(meta.endPositionAcquire(), selection.to());
    }

    /** Reports the number of listed frames. */
    void total() {
        report.turnTo(snapshot);
        totals.reportTo(report, null);
    }

    @Override
    public void close() {
        files.close();
    }
}
