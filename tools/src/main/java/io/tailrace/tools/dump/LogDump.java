/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.log.LogBuffers;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Reports on one log: the summary, the anomalies if asked for, and the frames that are selected. One thread. */
final class LogDump {
    /** So often may a log that moves faster than it is read begin anew. */
    private static final int MAX_TRIES = 16;

    private final LogBuffers log;
    private final Report report;
    private final int payloadLimit;
    private final LogSnapshot snapshot;
    private @Nullable String firstProblem;

    LogDump(LogBuffers log, Report report, int payloadLimit) {
        this.log = log;
        this.report = report;
        this.payloadLimit = payloadLimit;
        this.snapshot = LogSnapshot.read(log);
    }

    /** Reports what the meta file says. */
    void summary(Path directory) {
        report.log(directory, snapshot);
    }

    /**
     * Looks at everything.
     *
     * @return how many anomalies there are
     */
    long verify() {
        Anomalies anomalies = new Anomalies(report);
        Totals totals = new Totals();
        new PositionChecks(snapshot, log.meta(), anomalies).check();
        String contradiction = snapshot.contradiction();
        if (contradiction == null) {
            FrameChecks checks = new FrameChecks(log, snapshot, anomalies);
            FrameWalker walker = walker(snapshot.cleaningTarget(), 0, report::skipped);
            while (walker.next()) {
                totals.add(walker.frame());
                checks.check(walker.frame());
            }
            new CleanMemoryCheck(log, snapshot, anomalies).check();
        } else {
            anomalies.add(snapshot.cleaningTarget(), "no frame can be found: " + contradiction);
        }
        anomalies.end();
        report.verified(totals, anomalies.count());
        return anomalies.count();
    }

    /**
     * Lists frames.
     *
     * @return the first thing found that is no frame, null if the log is sound as far as it was read
     */
    @Nullable
    String list(Selection selection, boolean withTotal) {
        firstProblem = snapshot.contradiction();
        if (firstProblem != null || selection.isNothing()) {
            return firstProblem;
        }
        Totals totals = new Totals();
        FrameWalker walker = selection.isFromTheEnd()
                ? walkerFromTheEnd(selection)
                : walker(snapshot.cleaningTarget(), payloadLimit, report::skipped);
        long remaining = selection.first();
        while (remaining > 0 && walker.next() && walker.frame().position < selection.to()) {
            Frame frame = walker.frame();
            if (selection.contains(frame)) {
                remaining--;
                totals.add(frame);
                report.frame(frame);
                remember(frame);
            }
        }
        if (withTotal) {
            report.total(totals);
        }
        return firstProblem;
    }

    private void remember(Frame frame) {
        if (frame.problem != null && firstProblem == null) {
            firstProblem = frame.problem + ", position=" + frame.position;
        }
    }

    private FrameWalker walker(long start, int limit, FrameWalker.OverrunHandler overrunHandler) {
        return new FrameWalker(log, start, snapshot.readableTail(), limit, overrunHandler);
    }

    /** Finds where the last frames begin. In a fast log the cleaner may take them away meanwhile: then once more. */
    private FrameWalker walkerFromTheEnd(Selection selection) {
        LogSnapshot now = snapshot;
        Deque<Long> starts = new ArrayDeque<>();
        for (int i = 0; i < MAX_TRIES && now.contradiction() == null; i++) {
            if (findLast(selection, now, starts)) {
                break;
            }
            now = LogSnapshot.read(log);
        }
        long end = now.contradiction() == null ? now.readableTail() : snapshot.readableTail();
        long start = starts.isEmpty() ? end : starts.element();
        return new FrameWalker(log, start, end, payloadLimit, report::skipped);
    }

    /** {@return whether these are the last ones; false if there were more, which the cleaner took away} */
    private boolean findLast(Selection selection, LogSnapshot now, Deque<Long> starts) {
        starts.clear();
        boolean[] overrun = {false};
        FrameWalker walker = new FrameWalker(log, now.cleaningTarget(), now.readableTail(), 0, (from, to) -> {
            overrun[0] = true;
            starts.clear();
        });
        while (walker.next() && walker.frame().position < selection.to()) {
            if (selection.contains(walker.frame())) {
                starts.add(walker.frame().position);
            }
            if (starts.size() > selection.last()) {
                starts.remove();
            }
        }
        return !overrun[0] || starts.size() == selection.last();
    }
}
