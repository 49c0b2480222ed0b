/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

/**
 * Whether a producer that finds an executor full looks out for room before it sleeps. Being woken costs it, and who
 * wakes it, some microseconds; but while it looks, it takes a processor that a worker may need. So it keeps an account:
 * waits that were shorter than {@link #WORTHWHILE_NS} pay in what they were shorter by, longer ones draw on it; without
 * credit it sleeps. Once in {@link #SLEEPS_PER_TRIAL} sleeps it gets some on trust: a worker that has just been woken
 * needs a moment.
 *
 * <p>With tasks of 0 and 1 microsecond that is five to eight times as many tasks a second; with 10 microseconds it
 * never looks but on trust. One thread at a time.
 */
final class Lookout {
    /** About two wake-ups, as for {@link Patience}. */
    static final long LONGEST_NS = Patience.LONGEST_NS;

    private static final long WORTHWHILE_NS = 5_000;
    private static final long MAX_CREDIT_NS = 400_000;
    private static final int SLEEPS_PER_TRIAL = 128;

    private final boolean alone;
    private long creditNs;
    private int sleeps;

    /** Where there is one processor only, nobody makes room while the producer looks. */
    Lookout(int processors) {
        alone = processors == 1;
    }

    boolean pays() {
        return creditNs > 0;
    }

    /** It has looked for so long, whether it has found room or not. */
    void looked(long ns) {
        creditNs = Math.min(creditNs + WORTHWHILE_NS - Math.min(ns, LONGEST_NS), MAX_CREDIT_NS);
    }

    /** It goes to sleep. */
    void slept() {
        if (++sleeps % SLEEPS_PER_TRIAL == 0 && !alone) {
            creditNs = MAX_CREDIT_NS / 2;
        }
    }
}
