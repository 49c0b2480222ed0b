/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import java.util.List;

/**
 * What handlers do.
 *
 * @param cell what it is called in the raw data
 * @param sleepEvery one message of so many sleeps a millisecond in place of a microsecond's work; 0 if none does
 */
record Handlers(String cell, String label, int sleepEvery) {
    static final Handlers SHORT = new Handlers("work-1us", "1 µs of work", 0);
    static final Handlers SLEEPY = new Handlers("work-1us-sleep-1pct", "1 µs of work, 1 % sleep 1 ms", 100);

    static final List<Handlers> ALL = List.of(SHORT, SLEEPY);
}
