/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import io.tailrace.client.Client;
import io.tailrace.control.DriverDirectory;
import io.tailrace.follow.FollowerLoop;
import java.io.IOException;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * Receives streams from other hosts: a client of a living media driver that keeps a mirror of each log that senders
 * send. In the mirror, each message has the position that it has at its origin. Any thread.
 *
 * <p>Mirrors outlive this object: they stay open, without a writer, until the next receiver starts or the lease ends. A
 * sender continues at the committed position of its mirror.
 */
public final class BridgeReceiver implements AutoCloseable {
    private final BridgeReceiverConfig config;
    private @Nullable Tailrace client;
    private @Nullable LinkPlace place;
    private @Nullable ReceiverLoop loop;

    private BridgeReceiver(BridgeReceiverConfig config) {
        this.config = config;
    }

    /**
     * Starts to listen.
     *
     * @throws io.tailrace.NoDriverException if no driver lives in that directory
     * @throws TailraceException if it cannot listen at the address, or Aeron cannot be used, for example without its
     *     flag
     */
    public static BridgeReceiver launch(BridgeReceiverConfig config) {
        BridgeReceiver receiver = new BridgeReceiver(config);
        FollowerLoop.begin(receiver::begin, receiver::release, "receiver not started: listen=" + config.listen());
        return receiver;
    }

    private void begin() throws IOException {
        config.checkExposure();
        Tailrace connected = Tailrace.connect(TailraceConfig.DEFAULT
                .withDirectory(config.driverDirectory())
                .withName("bridge receive " + config.listen())
                .withErrorHandler(config.errorHandler()));
        client = connected;
        LinkPlace taken = LinkPlace.take(new DriverDirectory(connected.directory()), "receive-" + config.listen());
        place = taken;
        ReceiverLoop receiving = new ReceiverLoop(
                config,
                (Client) connected,
                () -> AeronHost.launch(
                        config.aeron(), taken.aeronDirectory, AeronHost.LIVENESS_NS, config.errorHandler()),
                this::release);
        loop = receiving;
        receiving.start();
    }

    /** {@return whether it listens} Else it was closed, or has failed and reported that to its error handler. */
    public boolean isRunning() {
        ReceiverLoop current = loop;
        return current != null && current.isRunning();
    }

    public BridgeReceiverConfig config() {
        return config;
    }

    /** Ends. The mirrors stay for the next receiver until the lease ends. May be called any number of times. */
    @Override
    public void close() {
        ReceiverLoop current = loop;
        if (current != null) {
            current.close();
        }
    }

    /** Called by the receiving thread at its end, or before that thread has begun. */
    private void release() {
        CloseHelper.closeAll(config.errorHandler()::accept, client, place);
    }
}
