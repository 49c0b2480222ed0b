/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import java.util.List;

/**
 * What the rounds of a setting have come to.
 *
 * @param setting what was chosen
 * @param results of at least one round
 */
record Cell(Setting setting, List<Result> results) {
    /** Events a second. */
    Spread eventsPerS() {
        return Spread.of(results.stream().map(Result::eventsPerS).toList());
    }

    /** Seconds of processor time for a million events. */
    Spread cpuSPerMillion() {
        return Spread.of(results.stream().map(Result::cpuSPerMillion).toList());
    }

    /** The median of events a second: what a cell is compared by. */
    double rate() {
        return eventsPerS().median();
    }

    /** The median of the processor time for a million events, in seconds. */
    double cpu() {
        return cpuSPerMillion().median();
    }

    /** By how much the fastest point is faster than the slowest. */
    double jitter() {
        return eventsPerS().most() / eventsPerS().least() - 1;
    }
}
