/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.wait;

import io.tailrace.CounterSource;
import io.tailrace.events.Events;
import io.tailrace.sleep.AgentIdle;
import io.tailrace.sleep.ClientSleepers;
import io.tailrace.sleep.ClientWakers;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The collaborators of a client's waiting threads.
 *
 * @param sleepers where they sleep
 * @param wakers of the threads that they wake, of all clients
 * @param rest of the conductor's thread
 * @param counts counts of the sleeps
 * @param worksAlone whether driver and conductor work without the threads that wait
 * @param isConductor whether the calling thread is inside a cycle of the conductor
 * @param work run repeatedly by a waiting thread if they do not
 */
public record Waits(
        ClientSleepers sleepers,
        ClientWakers wakers,
        AgentIdle rest,
        SleepCounts counts,
        boolean worksAlone,
        BooleanSupplier isConductor,
        Runnable work)
        implements AutoCloseable {
    /**
     * Conductor: selects the way to sleep, by whether the current driver wakes sleepers for processes that cannot.
     * Returns 0: no work.
     */
    public int chooseBy(boolean isRelayed) {
        if (sleepers.chooseBy(isRelayed)) {
            rest.move();
        }
        return 0;
    }

    /** Conductor: the driver is lost, or its file is truncated and no thread may touch it. Returns 0. */
    public int leaveDriver() {
        wakers.leaveDriver();
        return chooseBy(false);
    }

    /** No thread waits or wakes any more. */
    @Override
    public void close() {
        sleepers.close();
        wakers.close();
    }

    /**
     * Counts the sleeps of a client's threads, and missed wake-ups: sleeps that were not ended though the message was
     * there (see {@link ThreadWait}). A client shows both figures among its counters from the first missed wake-up on;
     * until then it needs no file for them. Any thread.
     */
    public static final class SleepCounts implements CounterSource {
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
}
