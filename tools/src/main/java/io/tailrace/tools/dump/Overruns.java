/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

/** Sums up what the cleaner took away before it was read. One thread. */
final class Overruns implements FrameWalker.OverrunHandler {
    private long first;
    private long last;
    private long bytes;

    @Override
    public void onOverrun(long from, long to) {
        first = bytes == 0 ? from : first;
        last = to;
        bytes += to - from;
    }

    boolean isEmpty() {
        return bytes == 0;
    }

    /** Reports them, if there are any, and begins anew. */
    void reportTo(Report report) {
        if (bytes > 0) {
            report.skipped(first, last, bytes);
            bytes = 0;
        }
    }
}
