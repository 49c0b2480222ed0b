/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.tools.dump.FrameWalker.Overruns;
import io.tailrace.tools.dump.Report.Totals;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects frames and reports them in blocks: reporting is slow, and the cleaner of a living log does not wait for it.
 * One thread.
 */
final class Listing implements FrameWalker.OverrunHandler {
    private static final int BLOCK = 1024;
    private static final long BLOCK_BYTES = 4L << 20;

    private final Report report;
    private final Totals totals = new Totals();
    private final Overruns overruns = new Overruns();
    private final List<Frame> block = new ArrayList<>();
    private long blockBytes;
    private @Nullable String firstProblem;

    /** Makes an empty listing. */
    Listing(Report report) {
        this.report = report;
    }

    void add(Frame frame) {
        overruns.reportTo(report);
        block.add(frame);
        blockBytes += frame.payloadCopied;
        if (block.size() == BLOCK || blockBytes >= BLOCK_BYTES) {
            flush();
        }
    }

    @Override
    public void onOverrun(long from, long to) {
        flush();
        overruns.onOverrun(from, to);
    }

    /** Reports the frames that are not reported yet. */
    void end() {
        flush();
        overruns.reportTo(report);
    }

    private void flush() {
        for (Frame frame : block) {
            totals.add(frame);
            report.frame(frame);
            if (frame.problem != null && firstProblem == null) {
                firstProblem = frame.problem + ", position=" + frame.position;
            }
        }
        block.clear();
        blockBytes = 0;
    }

    Totals totals() {
        return totals;
    }

    /** {@return the first problem of a frame, null if there was none} */
    @Nullable
    String firstProblem() {
        return firstProblem;
    }
}
