/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import java.nio.file.Path;

/** Where the findings go, in the order in which they are to be read. One thread. */
sealed interface Report permits TextReport, JsonReport {
    /** A log begins; what follows is about it. */
    void log(Path directory, LogSnapshot log, Holders holders);

    void frame(Frame frame);

    /** The cleaner took so many bytes between two positions away before they were read. */
    void skipped(long from, long to, long bytes);

    /** Something that no sound log has. */
    void anomaly(long position, String text);

    /** More anomalies than are listed. */
    void moreAnomalies(long count);

    /** The frames that were listed. */
    void total(Totals totals);

    /** All frames of the log. */
    void verified(Totals totals, long anomalies);

    /** How payloads are shown. */
    enum Payloads {
        NONE,
        TEXT,
        HEX
    }
}
