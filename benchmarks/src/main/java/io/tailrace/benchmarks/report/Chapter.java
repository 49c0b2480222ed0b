/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import io.tailrace.benchmarks.raw.Measurement;
import java.util.List;

/** What one section found. */
public interface Chapter {
    /** {@return its headline} */
    String title();

    /**
     * {@return its text, without the headline; empty if there is nothing of its own among the measurements}
     *
     * @param all measurements of all sections and JDKs
     */
    String toMarkdown(List<Measurement> all, Plots plots);
}
