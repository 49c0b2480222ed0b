/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.live;

/**
 * The figures of a process, as another one knows them.
 *
 * @param process its name
 * @param state whether they are what it does now
 */
public record ProcessFigures(String process, State state, Figures figures) {
    /** Whether figures are those of now. */
    public enum State {
        /** It works. */
        RUNNING,
        /** Nothing was heard of it for a while, or it has died. */
        STALE,
        /** It has done all its work. */
        ENDED
    }
}
