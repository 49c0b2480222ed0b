/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.TailraceConfig;
import io.tailrace.file.FileAccess;
import io.tailrace.sleep.AgentIdle;
import io.tailrace.sleep.ClientSleepers;
import io.tailrace.sleep.ClientWakers;
import io.tailrace.wait.SleepCounts;
import io.tailrace.wait.Waits;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** Makes what the waiting threads of a client need. */
final class ClientWaits {
    private static final long CONDUCTOR_PAUSE_NS = 1_000_000;

    private ClientWaits() {}

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
        AgentIdle rest = new AgentIdle(CONDUCTOR_PAUSE_NS, sleepers::takeConductor, () -> {});
        return new Waits(sleepers, wakers, rest, counts, worksAlone(config), isConductor, work);
    }

    /** {@return whether driver and conductor work without the threads of the program} */
    private static boolean worksAlone(TailraceConfig config) {
        return config.threading() == TailraceConfig.Threading.OWN_THREAD
                && config.driverInvoker() == TailraceConfig.DEFAULT.driverInvoker();
    }
}
