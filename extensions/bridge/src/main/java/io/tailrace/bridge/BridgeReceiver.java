/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.TailraceException;
import io.tailrace.follow.FollowerLoop;
import io.tailrace.report.GuardedHandler;
import java.io.IOException;
import java.util.List;

/**
 * Receives streams from other hosts: a client of a living media driver that keeps a mirror of each log that senders
 * send. In the mirror, each message has the position that it has at its origin. Any thread.
 *
 * <p>Mirrors outlive this object: they stay open, without a writer, until the next receiver starts or the lease ends. A
 * sender continues at the committed position of its mirror.
 */
public final class BridgeReceiver implements AutoCloseable {
    private final BridgeReceiverConfig config;
    private final ReceiverLoop loop;

    private BridgeReceiver(BridgeReceiverConfig config, ReceiverLoop loop) {
        this.config = config;
        this.loop = loop;
    }

    /**
     * Starts to listen.
     *
     * @throws io.tailrace.NoDriverException if no driver lives in that directory
     * @throws TailraceException if it cannot listen at the address, or Aeron cannot be used, for example without its
     *     flag
     */
    public static BridgeReceiver launch(BridgeReceiverConfig config) {
        BridgeReceiverConfig guarded = config.withErrorHandler(new GuardedHandler(config.errorHandler()));
        return FollowerLoop.begin(
                (opened, release) -> begin(guarded, opened, release),
                guarded.errorHandler(),
                "receiver not started: listen=" + config.listen());
    }

    private static BridgeReceiver begin(BridgeReceiverConfig config, List<AutoCloseable> opened, Runnable release)
            throws IOException {
        config.checkExposure();
        String at = config.listen();
        LinkPlace place =
                new LinkPlace(config.driverDirectory(), "bridge receive " + at, "receive-" + at, config.errorHandler());
        opened.add(place);
        ReceiverLoop loop = new ReceiverLoop(config, place.client, () -> place.launchAeron(config.aeron()), release);
        try {
            loop.start();
        } catch (Throwable e) {
            loop.release(true);
            throw e;
        }
        return new BridgeReceiver(config, loop);
    }

    /** {@return whether it listens} Else it was closed, or has failed and reported that to its error handler. */
    public boolean isRunning() {
        return loop.isRunning();
    }

    public BridgeReceiverConfig config() {
        return config;
    }

    /** Ends. The mirrors stay for the next receiver until the lease ends. May be called any number of times. */
    @Override
    public void close() {
        loop.close();
    }
}
