/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

/**
 * How many threads do each work on the events of one version.
 *
 * @param parsers that parse messages
 * @param summarizers that write summaries; no more than there are summaries
 */
public record Workers(int parsers, int summarizers) {
    /** Parsers of one version. */
    public static final int MAX_PARSERS = 64;

    /** @throws IllegalArgumentException if a number is out of range */
    public Workers {
        if (parsers < 1 || parsers > MAX_PARSERS || summarizers < 1) {
            throw new IllegalArgumentException("number of workers out of range: parsers=" + parsers + ", summarizers="
                    + summarizers + ", min=1, most parsers=" + MAX_PARSERS);
        }
    }
}
