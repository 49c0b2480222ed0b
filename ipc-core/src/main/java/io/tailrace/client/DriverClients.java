/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.report.GuardedHandler;
import java.time.Duration;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/** Creates clients of a media driver. {@link Tailrace} finds it by its name. */
public final class DriverClients implements Tailrace.Provider {
    private static final Duration EMBEDDED_CONNECT_TIMEOUT = Duration.ofSeconds(10);

    @Override
    public Tailrace connect(TailraceConfig config) {
        TailraceConfig guarded = guarded(config);
        return client(guarded, Connection.make(guarded), null);
    }

    @Override
    public Tailrace open(TailraceConfig config) {
        TailraceConfig guarded = guarded(config);
        DriverHost host = new DriverHost(guarded, Services.DRIVER.require());
        host.launch();
        try {
            // Another process may be starting or stopping its driver right now: hence more time than connect() allows.
            return client(guarded, Connection.make(waitingFor(guarded, host)), host);
        } catch (Throwable e) {
            host.close();
            throw e;
        }
    }

    private static Client client(TailraceConfig config, Connection connection, @Nullable DriverHost host) {
        try {
            return new Client(config, connection, host);
        } catch (Throwable e) { // For want of a thread, for example.
            CloseHelper.quietClose(connection::close); // Else the client would count as alive.
            throw e;
        }
    }

    private static TailraceConfig guarded(TailraceConfig config) {
        return config.withErrorHandler(new GuardedHandler(config.errorHandler()));
    }

    private static TailraceConfig waitingFor(TailraceConfig config, DriverHost host) {
        return config.withConnectTimeout(EMBEDDED_CONNECT_TIMEOUT).withDriverInvoker(() -> {
            config.driverInvoker().run();
            host.takeOver();
        });
    }
}
