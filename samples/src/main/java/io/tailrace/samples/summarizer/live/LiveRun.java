/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.live;

import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * What is shown of a run, from before it begins until after its end: so it can be served before anything is there. Any
 * thread.
 */
public final class LiveRun implements Live {
    private final String process;
    private volatile Live shown = new EndedRun(List.of(), List.of());

    /** @param process what this process is called in figures */
    public LiveRun(String process) {
        this.process = process;
    }

    /** {@return what this process is called in figures} */
    public String process() {
        return process;
    }

    /** Shows this from now on. */
    public void show(Live live) {
        shown = live;
    }

    @Override
    public List<ProcessFigures> figures() {
        return shown.figures();
    }

    @Override
    public List<String> summaries() throws TimeoutException, InterruptedException {
        return shown.summaries();
    }
}
