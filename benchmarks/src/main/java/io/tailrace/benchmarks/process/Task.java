/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import java.util.List;

/**
 * A cell and for how long: what both processes are told.
 *
 * @param startNs when both begin, by the clock that all processes share
 */
record Task(Cell cell, Slice slice, long startNs) {
    private static final long NS_PER_MS = 1_000_000;

    /** Reads what {@link #toString} writes, split at its blanks. */
    static Task parse(List<String> words) {
        return new Task(
                Cell.parse(words.get(0)),
                new Slice(Long.parseLong(words.get(1)), Long.parseLong(words.get(2)), Long.parseLong(words.get(3))),
                Long.parseLong(words.get(4)));
    }

    Schedule schedule() {
        return new Schedule(startNs, cell.periodNs(), leadInNs(), measureNs(), slice.intervalMs() * NS_PER_MS);
    }

    long leadInNs() {
        return slice.leadInMs() * NS_PER_MS;
    }

    long measureNs() {
        return slice.measureMs() * NS_PER_MS;
    }

    /** {@return when all should be over} */
    long endNs() {
        return startNs + leadInNs() + measureNs();
    }

    @Override
    public String toString() {
        return cell + " " + slice.leadInMs() + " " + slice.measureMs() + " " + slice.intervalMs() + " " + startNs;
    }
}
