/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.samples.summarizer.live.Figures;
import io.tailrace.samples.summarizer.live.Live;
import io.tailrace.samples.summarizer.live.ProcessFigures;
import io.tailrace.samples.summarizer.live.ProcessFigures.State;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** What can be seen of a {@link Pipeline} while it runs and afterwards. Any thread. */
final class LiveTracks implements Live {
    private final String process;
    private final List<SummaryDesk> desks;
    private volatile Figures latest = Figures.NONE;

    /** @param process what it is called in figures */
    LiveTracks(String process, List<SummaryDesk> desks) {
        this.process = process;
        this.desks = List.copyOf(desks);
    }

    /** Takes figures that are newer. */
    void take(Figures figures) {
        latest = figures;
    }

    @Override
    public List<ProcessFigures> figures() {
        Figures now = latest;
        return List.of(new ProcessFigures(process, now.isEnded() ? State.ENDED : State.RUNNING, now));
    }

    @Override
    public List<String> summaries() throws TimeoutException, InterruptedException {
        List<String> all = new ArrayList<>();
        for (SummaryDesk desk : desks) {
            all.addAll(desk.ask());
        }
        return all;
    }
}
