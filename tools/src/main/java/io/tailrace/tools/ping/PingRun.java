/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.ping;

import io.tailrace.tools.command.Termination;
import io.tailrace.tools.measure.Latencies;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** How many round trips there are, when they begin, and what came of them. For one thread. */
final class PingRun {
    /** As many as there are in that time. */
    static final long FOR_A_SECOND = Long.MAX_VALUE;

    static final long WARM_UP_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final long count;
    private final long intervalNs;
    private final Termination termination;
    private final Histogram latency = Latencies.newHistogram();
    private long tookNs;
    private boolean complete;

    /**
     * Nothing yet.
     *
     * @param intervalNs from the begin of one to that of the next; 0 for one as soon as the one before is back
     */
    PingRun(long count, long intervalNs, Termination termination) {
        this.count = count;
        this.intervalNs = intervalNs;
        this.termination = termination;
    }

    /** Warms up, and measures until it has enough or the command is asked to end. */
    void run(Pinger pinger) {
        long warmUpNs = System.nanoTime();
        boolean goOn = true;
        while (goOn && System.nanoTime() - warmUpNs < WARM_UP_NS) {
            goOn = !termination.isRequested() && pinger.roundTripNs() != Pinger.UNFINISHED;
        }
        long startNs = System.nanoTime();
        long dueNs = startNs;
        while (goOn && !hasEnough(System.nanoTime() - startNs)) {
            goOn = termination.sleepUntil(dueNs) && !termination.isRequested() && measure(pinger); // It may be late.
            dueNs += intervalNs;
        }
        tookNs = System.nanoTime() - startNs;
        complete = hasEnough(tookNs);
    }

    private boolean measure(Pinger pinger) {
        long ns = pinger.roundTripNs();
        if (ns == Pinger.UNFINISHED) {
            return false;
        }
        Latencies.record(latency, ns);
        return true;
    }

    private boolean hasEnough(long elapsedNs) {
        return latency.getTotalCount() >= count || (count == FOR_A_SECOND && elapsedNs >= SECOND_NS);
    }

    Histogram latency() {
        return latency;
    }

    /** {@return how long it measured} */
    long tookNs() {
        return tookNs;
    }

    /** {@return whether nothing ended it early} */
    boolean isComplete() {
        return complete;
    }
}
