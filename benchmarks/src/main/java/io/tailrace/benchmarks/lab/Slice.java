/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

/**
 * One measurement, as its threads see it while another one turns the phases: what happens during the lead-in warms the
 * caches and is not counted.
 */
public class Slice {
    /** In this order. */
    public enum Phase {
        LEAD_IN,
        MEASURE,
        DONE
    }

    private volatile Phase phase = Phase.LEAD_IN;
    private volatile long sent = Long.MAX_VALUE;

    public final boolean isIn(Phase asked) {
        return phase == asked;
    }

    /** Turns the phases. Returns how many cores this process used while it measured. */
    public final double conduct(long leadInMs, long measureMs) {
        Waiting.sleep(leadInMs);
        long pid = ProcessHandle.current().pid();
        double startCpu = ProcStat.cpuSeconds(pid);
        long startNs = System.nanoTime();
        phase = Phase.MEASURE;
        Waiting.sleep(measureMs);
        phase = Phase.DONE;
        return (ProcStat.cpuSeconds(pid) - startCpu) / ((System.nanoTime() - startNs) / 1e9);
    }

    /** Tells the receivers how many messages there are in all: when they have taken them they return. */
    public final void setSent(long messages) {
        sent = messages;
    }

    /** {@return how many messages a receiver has to take, since the beginning; as yet unknown: more than any} */
    public final long sent() {
        return sent;
    }
}
