/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.Json;
import io.tailrace.benchmarks.lab.Waiting;

/**
 * One measurement of one candidate. Two threads, left and right, run it while a third one turns the phases: what
 * happens during the lead-in warms the caches and is not counted.
 */
abstract class Slice {
    /** In this order. */
    enum Phase {
        LEAD_IN,
        MEASURE,
        DONE
    }

    private volatile Phase phase = Phase.LEAD_IN;

    final boolean isIn(Phase asked) {
        return phase == asked;
    }

    /** Turns the phases, on the thread that told left and right to start. */
    final void conduct(long leadInMs, long measureMs) {
        Waiting.sleep(leadInMs);
        phase = Phase.MEASURE;
        Waiting.sleep(measureMs);
        phase = Phase.DONE;
    }

    /** Left's part, until the phase is DONE. */
    abstract void left();

    /** Right's part, until it has received all that left sent. */
    abstract void right();

    /** {@return what was measured, after left and right have returned} */
    abstract Json result();

    /** @throws IllegalStateException if a message was lost, repeated or out of order */
    static void checkInbox(Inbox inbox, long sent) {
        if (inbox.count() != sent || inbox.misplaced() != 0) {
            throw new IllegalStateException("messages lost, repeated or out of order: sent=" + sent + ", received="
                    + inbox.count() + ", misplaced=" + inbox.misplaced());
        }
    }
}
