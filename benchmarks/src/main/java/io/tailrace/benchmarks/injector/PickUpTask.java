/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

/** Notes how long after its time it was picked up. */
final class PickUpTask extends OnceTask {
    private long intendedNs;
    private long pickUpNs;

    PickUpTask(Ledger ledger) {
        super(ledger);
    }

    /** When it should be submitted. */
    void intend(long newIntendedNs) {
        intendedNs = newIntendedNs;
    }

    @Override
    void work() {
        pickUpNs = System.nanoTime() - intendedNs;
    }

    /** {@return from when it should have been submitted until it ran} Once it is done. */
    long pickUpNs() {
        return pickUpNs;
    }
}
