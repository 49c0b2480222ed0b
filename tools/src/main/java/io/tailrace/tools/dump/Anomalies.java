/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

/**
 * Counts what no sound log has, and lists the first ones: a file of random bytes has more than anyone reads. One
 * thread.
 */
final class Anomalies {
    static final int MAX_LISTED = 100;

    private final Report report;
    private long count;

    Anomalies(Report report) {
        this.report = report;
    }

    void add(long position, String text) {
        count++;
        if (count <= MAX_LISTED) {
            report.anomaly(position, text);
        }
    }

    /** Says how many were not listed. */
    void end() {
        if (count > MAX_LISTED) {
            report.moreAnomalies(count - MAX_LISTED);
        }
    }

    long count() {
        return count;
    }
}
