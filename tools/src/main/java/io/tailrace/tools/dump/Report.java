/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.tools.view.LogSnapshot;
import java.nio.file.Path;

/** Where the findings go, in the order in which they are to be read. One thread. */
sealed interface Report permits TextReport, JsonReport {
    /** A log begins; what follows is about it. */
    void log(Path directory, LogSnapshot log, Holders holders);

    /** More about a log that was begun before. */
    void turnTo(LogSnapshot log);

    void frame(Frame frame);

    /** The cleaner took so many bytes between two positions away before they were read. */
    void skipped(long from, long to, long bytes);

    /** Something that no sound log has. */
    void anomaly(long position, String text);

    /** More anomalies than are listed. */
    void moreAnomalies(long count);

    /** How long the messages are that were selected. */
    void histogram(Sizes sizes);

    /** The frames that were listed. */
    void total(Totals totals);

    /** All frames of the log. */
    void verified(Totals totals, long anomalies);

    /** Counts frames. One thread. */
    final class Totals {
        private long frames;
        private long bytes;
        private long pads;
        private long uncommitted;

        void add(Frame frame) {
            switch (frame.kind) {
                case DATA -> {
                    frames++;
                    bytes += frame.payloadLength();
                }
                case PAD -> pads++;
                case CLAIMED -> uncommitted++;
                case UNKNOWN, CORRUPT -> {
                    // A problem is reported where it is found.
                }
            }
        }

        /** {@return the messages} */
        long frames() {
            return frames;
        }

        /** {@return the bytes of the messages, without headers and alignment} */
        long bytes() {
            return bytes;
        }

        long pads() {
            return pads;
        }

        /** {@return the claims that are not committed; those without a header that lie side by side count as one} */
        long uncommitted() {
            return uncommitted;
        }
    }

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
}
