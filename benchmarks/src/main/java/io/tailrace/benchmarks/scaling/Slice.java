/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Waiting;

/**
 * One measurement, as its threads see it while another one turns the phases: what happens during the lead-in warms the
 * caches and is not counted.
 */
final class Slice {
    /** In this order. */
    enum Phase {
        LEAD_IN,
        MEASURE,
        DONE
    }

    private volatile Phase phase = Phase.LEAD_IN;
    private volatile long sent = Long.MAX_VALUE;

    boolean isIn(Phase asked) {
        return phase == asked;
    }

    /** Turns the phases. Returns how many cores this process used while it measured. */
    double conduct(long leadInMs, long measureMs) {
        Waiting.sleep(leadInMs);
        long pid = ProcessHandle.current().pid();
        double startCpu = ProcStat.cpuSeconds(pid);
        long startNs = System.nanoTime();
        phase = Phase.MEASURE;
        Waiting.sleep(measureMs);
        phase = Phase.DONE;
        return (ProcStat.cpuSeconds(pid) - startCpu) / ((System.nanoTime() - startNs) / 1e9);
    }

    /** Tells the subscribers how many messages there are in all: when they have taken them they return. */
    void setSent(long messages) {
        sent = messages;
    }

    /** {@return how many messages every subscriber has to take, since the beginning; as yet unknown: more than any} */
    long sent() {
        return sent;
    }
}
