/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.memory.FileAccess;
import io.tailrace.sleep.ClientSleepers;
import io.tailrace.sleep.ClientWakers;
import io.tailrace.sleep.Rest;
import java.nio.file.Path;
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
record Waits(
        ClientSleepers sleepers,
        ClientWakers wakers,
        Rest rest,
        SleepCounts counts,
        boolean worksAlone,
        BooleanSupplier isConductor,
        Runnable work)
        implements AutoCloseable {
    private static final long CONDUCTOR_PAUSE_NS = 1_000_000;

    /** @param handlers told by a thread that wakes why it cannot */
    static Waits of(
            Connection connection,
            SleepCounts counts,
            TailraceConfig config,
            UserHandlers handlers,
            BooleanSupplier isConductor,
            Runnable work) {
        Path directory = connection.directory().path();
        long clientId = connection.clientId();
        ClientSleepers sleepers = new ClientSleepers(
                connection.directory().client(clientId),
                () -> FileAccess.of(directory),
                clientId,
                config.errorHandler());
        ClientWakers wakers = new ClientWakers(
                connection.directory()::client, connection.directory().wakes(), handlers::leave);
        wakers.joinDriver(connection.control().sleepers());
        sleepers.chooseBy(connection.control().relays());
        Rest rest = new Rest(CONDUCTOR_PAUSE_NS, sleepers::takeConductor, () -> {});
        return new Waits(sleepers, wakers, rest, counts, config.worksAlone(), isConductor, work);
    }

    /** Conductor: the driver of the time wakes sleepers for processes that cannot, or does not. Returns 0: no work. */
    int chooseBy(boolean isRelayed) {
        if (sleepers.chooseBy(isRelayed)) {
            rest.move();
        }
        return 0;
    }

    /** Conductor: the driver is lost, or its file is truncated, which no thread may touch. Returns 0. */
    int leaveDriver() {
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
