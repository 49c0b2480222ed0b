/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.TailraceException;
import io.tailrace.WaitPolicy;
import io.tailrace.follow.FollowerLoop;
import io.tailrace.report.GuardedHandler;
import io.tailrace.report.LinkFile;
import java.io.IOException;
import java.util.List;

/**
 * Sends streams to a receiver on another host: a client of a living media driver that subscribes to them. Later streams
 * and logs are sent, too, and so are their ends. Any thread.
 *
 * <p>Its subscriptions have the name of the link. It acknowledges only messages that the receiver has confirmed as
 * committed there, so publishers wait for the link as for any subscriber. Nothing is lost when the sender, the
 * receiver, either driver or the network stops and returns within the lease of its name.
 */
public final class BridgeSender implements AutoCloseable {
    private final BridgeSenderConfig config;
    private final SenderLoop loop;
    /** Test: a lost subscription is closed. */
    final Lanes lanes;

    private BridgeSender(BridgeSenderConfig config, SenderLoop loop, Lanes lanes) {
        this.config = config;
        this.loop = loop;
        this.lanes = lanes;
    }

    /**
     * Starts to send. Returns once it has subscribed to all existing streams; the receiver need not run yet.
     *
     * @throws io.tailrace.NoDriverException if no driver lives in that directory
     * @throws io.tailrace.RegistrationException if the driver refuses a subscription, for example because its name is
     *     held
     * @throws TailraceException if another sender has the link, or Aeron cannot be used, for example without its flag
     */
    public static BridgeSender launch(BridgeSenderConfig config) {
        BridgeSenderConfig guarded = config.withErrorHandler(new GuardedHandler(config.errorHandler()));
        return FollowerLoop.begin(
                (opened, release) -> begin(guarded, opened, release),
                guarded.errorHandler(),
                "sender not started: to=" + config.to());
    }

    private static BridgeSender begin(BridgeSenderConfig config, List<AutoCloseable> opened, Runnable release)
            throws IOException {
        String name = config.subscriptionName();
        LinkPlace place = new LinkPlace(
                config.driverDirectory(), "bridge send " + config.to(), "send-" + name, config.errorHandler());
        opened.add(0, place);
        String streams = String.join(",", config.streams());
        LinkFile.Identity identity =
                new LinkFile.Identity(LinkFile.Kind.SEND, name, config.to(), config.host(), streams);
        LinkStatus status = LinkStatus.create(place.directory, identity, config.errorHandler());
        opened.add(0, status);
        place.client.addCounters("bridge", status);
        Lanes lanes = new Lanes(config, status, place.client, place.client.newWaitSet(WaitPolicy.BALANCED));
        opened.add(0, lanes);
        lanes.find();
        SenderLoop loop = new SenderLoop(lanes, () -> place.launchAeron(config.aeron()), release);
        try {
            lanes.start("tailrace-bridge-streams", loop, config.errorHandler()::accept);
            loop.start(); // Last: if a step before it fails, nothing works on what is released.
        } catch (Throwable e) {
            loop.release(true);
            throw e;
        }
        return new BridgeSender(config, loop, lanes);
    }

    /**
     * {@return whether it sends, or tries to} Else it was closed, or has failed and reported that to its error handler.
     */
    public boolean isRunning() {
        return loop.isRunning();
    }

    public BridgeSenderConfig config() {
        return config;
    }

    /**
     * Ends. Until the lease ends, publishers wait for the next sender of the link, which continues where this one
     * stopped. May be called any number of times.
     */
    @Override
    public void close() {
        loop.close();
    }
}
