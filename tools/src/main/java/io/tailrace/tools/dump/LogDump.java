/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.inspect.LogSnapshot;
import io.tailrace.log.LogBuffers;
import io.tailrace.tools.dump.FrameWalker.Overruns;
import io.tailrace.tools.dump.Listing.Selection;
import io.tailrace.tools.dump.Report.Anomalies;
import io.tailrace.tools.dump.Report.Totals;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reports on one log: the summary, the anomalies if asked for, and the frames that are selected. One thread. */
final class LogDump {
    private final LogBuffers log;
    private final Report report;
    private final Selection selection;
    private final LogSnapshot snapshot;

    /** Looks at the log for the first time. */
    LogDump(LogBuffers log, Report report, Selection selection) {
        this.log = log;
        this.report = report;
        this.selection = selection;
        this.snapshot = LogSnapshot.read(log);
    }

    /** Reports what the meta file says, and who holds the log up. */
    void summary(Path directory) {
        report.log(directory, snapshot, Holders.find(log, snapshot, directory));
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
            Overruns overruns = new Overruns();
            FrameWalker walker = walker(0, overruns);
            while (walker.next()) {
                totals.add(walker.frame());
                checks.check(walker.frame());
            }
            overruns.reportTo(report);
            LogSnapshot now = LogSnapshot.read(log);
            if (now.contradiction() == null) {
                new CleanMemoryCheck(log, now, anomalies).check();
            }
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
    String list(boolean withTotal) {
        return list(new Listing(report, null), withTotal);
    }

    /** Counts the sizes of the messages that would be listed; returns the same. */
    @Nullable
    String count() {
        Sizes sizes = new Sizes();
        String problem = list(new Listing(report, sizes), true);
        report.histogram(sizes);
        return problem;
    }

    private @Nullable String list(Listing listing, boolean withTotal) {
        String contradiction = snapshot.contradiction();
        if (contradiction != null || selection.isNothing()) {
            return contradiction;
        }
        if (selection.isFromTheEnd()) {
            new LastFrames(log, selection).list(snapshot, listing);
        } else {
            listFirst(listing);
        }
        listing.end();
        if (withTotal) {
            report.total(listing.totals());
        }
        return listing.firstProblem();
    }

    private void listFirst(Listing listing) {
        FrameWalker walker = walker(selection.copyLimit(), listing);
        long remaining = selection.first();
        while (remaining > 0 && walker.next(selection)) {
            remaining--;
            listing.add(walker.takeFrame());
        }
    }

    /** {@return what shows the committed frames that are selected, and what comes} */
    FollowedLog follow() {
        long start = snapshot.cleaningTarget();
        if (snapshot.contradiction() == null && selection.isFromTheEnd()) {
            long end = firstUncommitted();
            start = selection.isNothing() ? end : new LastFrames(log, selection.until(end)).findStart(snapshot);
        }
        return new FollowedLog(log, snapshot, selection, report, start);
    }

    private long firstUncommitted() {
        FrameWalker walker =
                FrameWalker.overCommitted(log, snapshot.cleaningTarget(), snapshot.readableTail(), 0, (from, to) -> {});
        while (walker.next()) {
            // Only the place where it ends counts.
        }
        return walker.position();
    }

    private FrameWalker walker(int limit, FrameWalker.OverrunHandler overrunHandler) {
        return new FrameWalker(log, snapshot.cleaningTarget(), snapshot.readableTail(), limit, overrunHandler);
    }
}
