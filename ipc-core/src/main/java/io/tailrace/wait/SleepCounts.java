/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.wait;

import io.tailrace.CounterSource;
import io.tailrace.events.Events;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Counts the sleeps of a client's threads, and missed wake-ups: sleeps that were not ended though the message was there
 * (see {@link ThreadWait}). A client shows both figures among its counters from the first missed wake-up on; until then
 * it needs no file for them. Any thread.
 */
public final class SleepCounts implements CounterSource {
    private final Consumer<CounterSource> show;
    private final AtomicLong sleeps = new AtomicLong();
    private final AtomicLong missed = new AtomicLong();

    /** @param show run before the first missed wake-up is counted */
    public SleepCounts(Consumer<CounterSource> show) {
        this.show = show;
    }

    public void slept() {
        sleeps.incrementAndGet();
    }

    /**
     * A thread missed its wake-up.
     *
     * @param awaited what it waited for
     * @param sleptNs how long it slept, an upper bound of the delay
     */
    public void missed(String awaited, long sleptNs) {
        countMissed();
        Events.wakeUpMissed(awaited, sleptNs);
    }

    private synchronized void countMissed() {
        if (missed.get() == 0) {
            show.accept(this);
        }
        missed.incrementAndGet();
    }

    @Override
    public void read(Sink sink) {
        sink.total("sleeps", sleeps.get());
        sink.total("missedWakeUps", missed.get());
    }
}
