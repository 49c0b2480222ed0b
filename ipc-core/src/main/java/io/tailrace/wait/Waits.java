/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.wait;

import io.tailrace.sleep.AgentIdle;
import io.tailrace.sleep.ClientSleepers;
import io.tailrace.sleep.ClientWakers;
import java.util.function.BooleanSupplier;

/**
 * What the threads of a client need that wait.
 *
 * @param sleepers where they sleep
 * @param wakers of those that they wake, of all clients
 * @param rest of the conductor's thread
 * @param counts of the sleeps
 * @param worksAlone whether driver and conductor work without the threads that wait
 * @param isConductor whether the calling thread is inside a cycle of the conductor
 * @param work run again and again by a thread that waits where they do not
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
    /** Conductor: the driver of the time wakes sleepers for processes that cannot, or does not. Returns 0: no work. */
    public int chooseBy(boolean isRelayed) {
        if (sleepers.chooseBy(isRelayed)) {
            rest.move();
        }
        return 0;
    }

    /** Conductor: the driver is lost, or its file is truncated, which no thread may touch. Returns 0. */
    public int leaveDriver() {
        wakers.leaveDriver();
        return chooseBy(false);
    }

    /** Nobody waits any more, nor wakes. */
    @Override
    public void close() {
        sleepers.close();
        wakers.close();
    }
}
