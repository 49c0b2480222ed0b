/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.lab.Work;

/** Keeps a processor busy for a given number of rounds. */
final class BusyTask extends OnceTask {
    private final int rounds;
    private long seed = 1;

    BusyTask(Ledger ledger, int rounds) {
        super(ledger);
        this.rounds = rounds;
    }

    @Override
    void work() {
        seed = Work.burn(seed, rounds);
    }
}
