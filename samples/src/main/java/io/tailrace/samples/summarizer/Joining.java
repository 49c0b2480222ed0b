/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

/** How the stages are joined, as it is named on the command line. */
enum Joining {
    /** Not at all: one thread does everything. */
    NONE,
    ARRAY,
    LINKED,
    CONCURRENT,
    TRANSFER,
    DISRUPTOR,
    JCTOOLS,
    /** By a stream with a dispatch, on an injector. */
    DISPATCH,
    /** By streams of lines and events, between processes. */
    EVENTS,
    /** By streams of lines, which are parsed where they are summarized, between processes. */
    LINES;

    /** {@return whether streams of Tailrace join them} */
    boolean isTailrace() {
        return this == DISPATCH || isBetweenProcesses();
    }

    /** {@return whether the stages are processes} */
    boolean isBetweenProcesses() {
        return this == EVENTS || this == LINES;
    }
}
