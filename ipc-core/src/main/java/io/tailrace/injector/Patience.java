/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

/**
 * How long a worker that has found nothing goes on looking before it sleeps. Looking costs processor time, sleeping
 * costs whoever has the next task a wake-up of some microseconds; so it looks as long as tasks have lately been coming
 * within that time, and else hardly at all. One worker.
 */
final class Patience {
    static final long SHORTEST_NS = 1_000;
    /** About two wake-ups: as long as looking in vain costs no more than what it may save. */
    static final long LONGEST_NS = 20_000;

    private final long longestNs;
    private long patienceNs;

    /** Where there is one processor only, nobody brings anything while the worker looks. */
    Patience(int processors) {
        longestNs = processors > 1 ? LONGEST_NS : 0;
        patienceNs = Math.min(SHORTEST_NS, longestNs);
    }

    long patienceNs() {
        return patienceNs;
    }

    /** Learns from the time between two tasks, whether the worker slept in it or not. */
    void idled(long ns) {
        long next = ns <= 2 * longestNs ? 2 * patienceNs : patienceNs / 2;
        patienceNs = Math.min(Math.max(next, SHORTEST_NS), longestNs);
    }
}
