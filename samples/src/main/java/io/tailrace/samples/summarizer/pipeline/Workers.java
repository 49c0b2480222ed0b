/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

/**
 * Who works on the events of one version.
 *
 * @param parsers threads that parse messages
 * @param assignment says how many summarizers there are, each a thread, and which summaries each of them writes
 */
public record Workers(int parsers, Assignment assignment) {
    /** Parsers of one version. */
    public static final int MAX_PARSERS = 64;

    /** @throws IllegalArgumentException if a number is out of range */
    public Workers {
        if (parsers < 1 || parsers > MAX_PARSERS) {
            throw new IllegalArgumentException(
                    "number of workers out of range: parsers=" + parsers + ", min=1, max=" + MAX_PARSERS);
        }
    }

    /** The summarizers, no more than there are summaries, get these in turn. */
    public Workers(int parsers, int summarizers) {
        this(parsers, Assignment.inTurn(summarizers));
    }

    /** {@return how many threads or processes write summaries} */
    public int summarizers() {
        return assignment.summarizers();
    }
}
