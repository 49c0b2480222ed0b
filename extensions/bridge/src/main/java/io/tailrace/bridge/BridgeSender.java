/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import io.tailrace.WaitPolicy;
import io.tailrace.WaitSet;
import io.tailrace.client.Client;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.LinkFile;
import io.tailrace.control.StreamFinder;
import io.tailrace.internal.ErrorText;
import io.tailrace.internal.Uninterrupted;
import io.tailrace.stream.BlockPoll;
import io.tailrace.stream.StreamSubscription;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * Sends streams to a receiver on another host: a client of a living media driver that subscribes to them. Later streams
 * and logs are sent, too, and so are their ends. Any thread.
 *
 * <p>Its subscriptions have the name of the link. With policy BLOCK it acknowledges only messages that the receiver has
 * confirmed as committed there, so publishers wait for the link as for any subscriber. Nothing is lost when the sender,
 * the receiver, either driver or the network stops and returns within the lease of its name.
 */
public final class BridgeSender implements AutoCloseable {
    private static final long LOOK_MS = 1_000;

    private final BridgeSenderConfig config;
    /** One for each stream. Test: a lost one is closed. */
    final Map<String, StreamSubscription> sent = new HashMap<>();

    private final Set<String> told = new HashSet<>();
    private @Nullable Client client;
    private @Nullable LinkPlace place;
    private @Nullable LinkStatus status;
    private @Nullable StreamFinder finder;
    private @Nullable SenderLoop loop;
    private @Nullable Lanes lanes;
    private @Nullable WaitSet waitSet;

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
        try {
            sender.begin();
            return sender;
        } catch (IOException e) {
            sender.release();
            throw new TailraceException("sender not started: to=" + config.to() + ", cause=" + ErrorText.of(e), e);
        } catch (RuntimeException | Error e) {
            sender.release();
            throw e;
        }
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
        lanes = new Lanes(config, counts);
        waitSet = connected.newWaitSet(WaitPolicy.BALANCED);
        StreamFinder streams = new StreamFinder(directory, config.streams());
        finder = streams;
        look(streams);
        SenderLoop sending = new SenderLoop(
                config,
                counts,
                lanes,
                waitSet,
                () -> AeronHost.launch(
                        config.aeron(), taken.aeronDirectory(), AeronHost.LIVENESS_NS, config.errorHandler()),
                this::release);
        loop = sending;
        sending.thread.start();
        Thread looking = new Thread(() -> lookOn(streams, sending), "tailrace-bridge-streams");
        looking.setDaemon(true);
        looking.start();
    }

    private void look(StreamFinder streams) throws IOException {
        RuntimeException refusal = null;
        for (String stream : streams.find()) {
            StreamSubscription known = sent.get(stream);
            if (known == null || known.isClosed()) { // Closed: it was lost.
                try {
                    sent.put(stream, add(stream));
                } catch (RuntimeException e) {
                    refusal = e;
                }
            }
        }
        if (refusal != null) {
            throw refusal;
        }
    }

    private StreamSubscription add(String stream) {
        Client connected = Objects.requireNonNull(client);
        Lanes all = Objects.requireNonNull(lanes);
        SubscriptionConfig wanted = SubscriptionConfig.DEFAULT
                .withJoinAt(JoinAt.OLDEST)
                .withName(config.subscriptionName(), config.lease())
                .withAcknowledgement();
        StreamSubscription subscription = connected.addSubscriptionToAllLogs(stream, wanted);
        BlockPoll.begin(subscription);
        all.add(subscription);
        Objects.requireNonNull(waitSet).add(subscription);
        return subscription;
    }

    private void lookOn(StreamFinder streams, SenderLoop sending) {
        while (sending.isRunning()) {
            try {
                streams.await(LOOK_MS);
                if (sending.isRunning()) {
                    look(streams);
                }
            } catch (InterruptedException | ClosedWatchServiceException e) {
                return;
            } catch (IOException | RuntimeException e) {
                String text =
                        "the bridge cannot watch its streams: " + ErrorText.of(e) + "; it continues with the others";
                if (sending.isRunning() && told.add(text)) {
                    config.errorHandler().accept(new TailraceException(text, e));
                }
            }
        }
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
            current.end();
            Uninterrupted.join(current.thread);
        }
    }

    /** Called by the sending thread at its end, or before that thread has begun. */
    private void release() {
        // The client before the place: as soon as the place is free, the next sender takes the name.
        CloseHelper.closeAll(config.errorHandler()::accept, finder, client, status, place);
    }
}
