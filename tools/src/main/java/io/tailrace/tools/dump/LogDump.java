/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.log.LogBuffers;
import io.tailrace.tools.dump.FrameWalker.Overruns;
import io.tailrace.tools.dump.Listing.Selection;
import io.tailrace.tools.dump.Report.Anomalies;
import io.tailrace.tools.dump.Report.Totals;
import io.tailrace.tools.view.LogSnapshot;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reports on one log: the summary, the anomalies if asked for, and the frames that are selected. One thread. */
final class LogDump {
    private final LogBuffers log;
    private final Report report;
    private final int payloadLimit;
    private final LogSnapshot snapshot;

    LogDump(LogBuffers log, Report report, int payloadLimit) {
        this.log = log;
        this.report = report;
        this.payloadLimit = payloadLimit;
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
    String list(Selection selection, boolean withTotal) {
        String contradiction = snapshot.contradiction();
        if (contradiction != null || selection.isNothing()) {
            return contradiction;
        }
        Listing listing = new Listing(report);
        if (selection.isFromTheEnd()) {
            new LastFrames(log, selection, payloadLimit).list(snapshot, listing);
        } else {
            listFirst(selection, listing);
        }
        listing.end();
        if (withTotal) {
            report.total(listing.totals());
        }
        return listing.firstProblem();
    }

    private void listFirst(Selection selection, Listing listing) {
        FrameWalker walker = walker(payloadLimit, listing);
        long remaining = selection.first();
        while (remaining > 0 && walker.next() && selection.beginsInTime(walker.frame())) {
            if (selection.contains(walker.frame())) {
                remaining--;
                listing.add(walker.takeFrame());
            }
        }
    }

    private FrameWalker walker(int limit, FrameWalker.OverrunHandler overrunHandler) {
        return new FrameWalker(log, snapshot.cleaningTarget(), snapshot.readableTail(), limit, overrunHandler);
    }
}
