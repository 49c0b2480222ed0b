/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.samples.summarizer.pipeline.Fill;
import io.tailrace.samples.summarizer.summary.Summary;
import java.io.IOException;
import java.util.List;

/** Whoever has started a process that parses or summarizes, and wants to know what it has come to. */
public interface Supervisor {
    /**
     * {@return whether the process goes on when a source has ended} Then its place is kept, too, when it dies: the next
     * one goes on there.
     */
    boolean isLasting();

    /** The process reads now. */
    void ready() throws IOException;

    /**
     * A source has ended, and all of it is done.
     *
     * @param fills how full the streams were that the process writes to
     * @param summaries those that the process owns
     */
    void ended(List<Fill> fills, List<Summary> summaries) throws IOException;
}
