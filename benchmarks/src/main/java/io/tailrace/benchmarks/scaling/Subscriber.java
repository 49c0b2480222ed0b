/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.lab.Slice;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.scaling.Cell.Waits;
import io.tailrace.memory.Padded;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.IdleStrategy;

/** One subscribing thread: polls all streams in turn, and waits when there was nothing. */
final class Subscriber extends Padded {
    private static final int POLLS_PER_DRIVER_CYCLE = 8;

    private long turns;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private final Receiver[] receivers;
    private final Inbox inbox;
    private final IdleStrategy idle;
    private final Runnable driverCycle;
    private final int turnsPerDriverCycle;

    /** @param driverCycle of a driver that has no thread; run once in a few polls */
    Subscriber(Receiver[] receivers, Inbox inbox, Waits waits, Runnable driverCycle) {
        this.receivers = receivers;
        this.inbox = inbox;
        this.idle = waits.newIdle();
        this.driverCycle = driverCycle;
        this.turnsPerDriverCycle = Math.max(1, POLLS_PER_DRIVER_CYCLE / receivers.length);
    }

    /**
     * What reached it.
     *
     * @param perSecond messages
     * @param latency of some of them, in ns
     */
    record Result(double perSecond, Histogram latency) {}

    /** {@return whether each of its streams has so many logs} */
    boolean isConnected(int logs) {
        for (Receiver receiver : receivers) {
            if (receiver.logs() != logs) {
                return false;
            }
        }
        return true;
    }

    /** Polls until it has all that was sent. */
    Result run(Slice slice) {
        while (slice.isIn(Slice.Phase.LEAD_IN)) {
            turn();
        }
        inbox.latency().reset();
        long startCount = inbox.count();
        long startNs = System.nanoTime();
        while (slice.isIn(Slice.Phase.MEASURE) || (inbox.count() == startCount && inbox.count() < slice.sent())) {
            turn(); // However long this thread had no processor: no message would be no figure.
        }
        double perSecond = (inbox.count() - startCount) * 1e9 / (System.nanoTime() - startNs);
        Histogram latency = inbox.latency().copy();
        while (inbox.count() < slice.sent()) {
            turn();
        }
        inbox.check(slice.sent());
        return new Result(perSecond, latency);
    }

    private void turn() {
        if (++turns >= turnsPerDriverCycle) {
            turns = 0;
            driverCycle.run();
        }
        int count = 0;
        for (Receiver receiver : receivers) {
            count += receiver.poll(Receiver.LIMIT);
        }
        idle.idle(count);
    }
}
