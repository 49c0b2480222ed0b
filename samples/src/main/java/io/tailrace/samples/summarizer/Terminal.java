/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.samples.summarizer.pipeline.Fill;
import io.tailrace.samples.summarizer.process.Supervisor;
import io.tailrace.samples.summarizer.summary.Summary;
import java.io.IOException;
import java.util.List;

/** Somebody who has started a process by hand: gets the summaries as JSON each time that a source has ended. */
final class Terminal implements Supervisor {
    @Override
    public boolean isLasting() {
        return true;
    }

    @Override
    public void ready() {
        SummarizerMain.say("ready; ends with Ctrl-C");
    }

    @Override
    public void ended(List<Fill> fills, List<Summary> summaries) throws IOException {
        Report.writeSummaries(summaries);
    }
}
