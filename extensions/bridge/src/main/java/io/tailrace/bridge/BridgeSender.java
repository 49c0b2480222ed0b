/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import io.tailrace.WaitPolicy;
import io.tailrace.client.Client;
import io.tailrace.control.DriverDirectory;
import io.tailrace.follow.FollowerLoop;
import io.tailrace.report.LinkFile;
import java.io.IOException;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

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
    private @Nullable Client client;
    private @Nullable LinkPlace place;
    private @Nullable LinkStatus status;
    private @Nullable SenderLoop loop;
    /** Test: a lost subscription is closed. */
    @Nullable
    Lanes lanes;

    private BridgeSender(BridgeSenderConfig config) {
        this.config = config;
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
        BridgeSender sender = new BridgeSender(config);
        FollowerLoop.begin(sender::begin, sender::release, "sender not started: to=" + config.to());
        return sender;
    }

    private void begin() throws IOException {
        Client connected = (Client) Tailrace.connect(TailraceConfig.DEFAULT
                .withDirectory(config.driverDirectory())
                .withName("bridge send " + config.to())
                .withErrorHandler(config.errorHandler()));
        client = connected;
        DriverDirectory directory = new DriverDirectory(connected.directory());
        LinkPlace taken = LinkPlace.take(directory, "send-" + config.subscriptionName());
        place = taken;
        LinkFile file = LinkFile.create(
                directory,
                new LinkFile.Identity(
                        LinkFile.Kind.SEND,
                        config.subscriptionName(),
                        config.to(),
                        config.host(),
                        String.join(",", config.streams())),
                LinkStatus.nowMs());
        LinkStatus counts = new LinkStatus(file, config.errorHandler());
        status = counts;
        connected.addCounters("bridge", counts);
        Lanes sent = new Lanes(config, counts, connected, connected.newWaitSet(WaitPolicy.BALANCED));
        lanes = sent;
        sent.find();
        SenderLoop sending = new SenderLoop(
                sent,
                () -> AeronHost.launch(
                        config.aeron(), taken.aeronDirectory, AeronHost.LIVENESS_NS, config.errorHandler()),
                this::release);
        loop = sending;
        sending.start();
        sent.start("tailrace-bridge-streams", sending, counts::tell);
    }

    /**
     * {@return whether it sends, or tries to} Else it was closed, or has failed and reported that to its error handler.
     */
    public boolean isRunning() {
        SenderLoop current = loop;
        return current != null && current.isRunning();
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
        SenderLoop current = loop;
        if (current != null) {
            current.close();
        }
    }

    /** Called by the sending thread at its end, or before that thread has begun. */
    private void release() {
        // The client before the place: as soon as the place is free, the next sender takes the name.
        CloseHelper.closeAll(config.errorHandler()::accept, lanes, client, status, place);
    }
}
