/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.Image.Origin;
import io.tailrace.SubscriptionConfig;
import io.tailrace.TailraceException;
import io.tailrace.WaitSet;
import io.tailrace.bridge.LinkMessages.Reader;
import io.tailrace.client.Client;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.StreamFinder;
import io.tailrace.follow.StreamWatch;
import io.tailrace.memory.CorruptLogException;
import io.tailrace.stream.LogImage;
import io.tailrace.stream.StreamSubscription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/** The lanes of a sender: one for each log of the streams that it subscribes to. Sender's thread only. */
final class Lanes extends StreamWatch<Lane> {
    final BridgeSenderConfig config;
    final LinkStatus status;
    final WaitSet waitSet;
    private final Client client;
    private final SubscriptionConfig subscribed;
    private final Int2ObjectHashMap<Lane> lanes = new Int2ObjectHashMap<>();
    /** In the order of their beginning. */
    private final List<Lane> inOrder = new ArrayList<>();

    private int nextNumber = 1;

    Lanes(BridgeSenderConfig config, LinkStatus status, Client client, WaitSet waitSet) {
        super("the bridge", new StreamFinder(new DriverDirectory(client.directory()), config.streams()), waitSet);
        this.config = config;
        this.status = status;
        this.waitSet = waitSet;
        this.client = client;
        this.subscribed = subscriptionConfig(config.subscriptionName(), config.lease());
    }

    @Override
    protected StreamSubscription subscribe(String stream) {
        return client.addSubscriptionToAllLogs(stream, subscribed);
    }

    /** Finds new and removed logs, and lets each lane do its next piece of work. Returns 0 if there was none. */
    int work(@Nullable SenderSession session, long nowNs) {
        try {
            look();
        } catch (IOException e) {
            throw new UncheckedIOException("lanes read no files", e);
        }
        int work = 0;
        boolean anyOver = false;
        if (session != null) {
            session.flight.underWay(underWay());
        }
        for (int i = 0; i < inOrder.size(); i++) {
            Lane lane = inOrder.get(i);
            work += session != null && session.isUp() ? work(lane, session, nowNs) : 0;
            anyOver |= lane.isOver();
        }
        if (anyOver) { // Perhaps while they were held: their sources are lost.
            inOrder.stream().filter(Lane::isOver).forEach(lane -> status.heldBy(lane, ""));
            lanes.values().removeIf(Lane::isOver);
            inOrder.removeIf(Lane::isOver);
        }
        return work;
    }

    private long underWay() {
        long bytes = 0;
        for (int i = 0; i < inOrder.size(); i++) {
            bytes += inOrder.get(i).underWay();
        }
        return bytes;
    }

    private int work(Lane lane, SenderSession session, long nowNs) {
        try {
            return lane.work(session, nowNs);
        } catch (CorruptLogException | InternalError e) { // A file of the log was overwritten or truncated.
            status.report(new TailraceException("a log cannot be read: stream=" + lane.stream + ", cause=" + e, e));
            return 0;
        }
    }

    @Override
    protected Lane follow(LogImage image) {
        Origin origin = image.origin();
        boolean skips = origin != null && !config.transit();
        Lane lane = new Lane(
                nextNumber++, image, origin == null ? new Origin(config.host(), image.logId()) : origin, skips, status);
        lanes.put(lane.number, lane);
        inOrder.add(lane);
        return lane;
    }

    void onMessage(Reader message, long nowNs) {
        Lane lane = lanes.get(message.lane());
        if (lane == null) {
            return; // It is over, which the receiver did not know yet.
        }
        switch (message.type()) {
            case LinkMessages.OPENED -> lane.onOpened(message.word(), message.word());
            case LinkMessages.ACK -> lane.onAck(message.word(), message.word());
            case LinkMessages.SHUT -> lane.onShut(message.word() == LinkMessages.FOR_GOOD, message.text(), nowNs);
            case LinkMessages.ENDED -> lane.onEnded();
            case LinkMessages.HELD -> {
                String holder = message.text();
                status.heldBy(lane, holder.isEmpty() ? "" : holder + " of " + lane.stream);
            }
            default -> { // Of a later minor version.
            }
        }
    }

    void sessionLost() {
        inOrder.forEach(Lane::sessionLost);
    }

    /** {@return whether the mirror position of some lane is not known yet} */
    boolean areOpening() {
        return inOrder.stream().anyMatch(Lane::isOpening);
    }

    /** {@return whether every lane could send a new message at once} */
    boolean areReady() {
        return inOrder.stream().allMatch(Lane::isReady);
    }

    boolean areUnconfirmed() {
        return inOrder.stream().anyMatch(Lane::isUnconfirmed);
    }

    int count() {
        return inOrder.size();
    }

    void beat(long nowNs, long retransmissions) {
        long lagBytes = 0;
        long lagNs = 0;
        for (Lane lane : inOrder) {
            lagBytes += lane.lagBytes();
            lagNs = Math.max(lagNs, lane.lagNs(nowNs));
        }
        status.beat(nowNs, inOrder.size(), lagBytes, lagNs, retransmissions);
    }
}
