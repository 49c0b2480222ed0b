/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.aeron.AeronVersion;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import io.tailrace.benchmarks.lab.AeronVariant;
import io.tailrace.benchmarks.lab.EmbeddedAeron;
import java.nio.file.Path;
import org.agrona.concurrent.AgentInvoker;
import org.jspecify.annotations.Nullable;

/** Aeron IPC with an embedded media driver. */
final class AeronCandidate implements Candidate {
    private final Setup setup;
    private final AeronVariant variant;
    private final EmbeddedAeron aeron;
    private final Wire toRight;
    private final Wire toLeft;

    AeronCandidate(Setup setup, AeronVariant variant, Path directory) {
        this.setup = setup;
        this.variant = variant;
        this.aeron = new EmbeddedAeron(variant, directory);
        this.toRight = wire(1, aeron.driverCycle());
        this.toLeft = wire(2, null);
    }

    /** {@return whether such messages can be sent, this way} What fits is not cut into fragments. */
    static boolean carries(AeronVariant variant, Api api, int payload) {
        return switch (api) {
            case OFFER, CLAIM -> payload <= variant.maxPayloadLength();
            case FRAGMENTS -> payload > variant.maxPayloadLength() && payload <= variant.maxMessageLength();
            case BATCH -> false;
        };
    }

    private Wire wire(int streamId, @Nullable AgentInvoker driverCycle) {
        Subscription subscription = aeron.subscribe(streamId);
        Publication publication = aeron.publish(setup.kind() == Kind.EXCLUSIVE, streamId, subscription);
        return new Wire(
                AeronSender.of(setup.api(), publication),
                new AeronReceiver(subscription, setup.api() == Api.FRAGMENTS, driverCycle));
    }

    @Override
    public String description() {
        return "Aeron " + AeronVersion.VERSION + " " + variant.describe();
    }

    @Override
    public Wire toRight() {
        return toRight;
    }

    @Override
    public Wire toLeft() {
        return toLeft;
    }

    @Override
    public void close() {
        aeron.close();
    }

    private static final class AeronReceiver implements Receiver {
        /** So that the driver has its turn before the subscriber has taken a whole window of long messages. */
        private static final int MESSAGES_PER_DRIVER_CYCLE = 16;

        private final Subscription subscription;
        private final DriverTurn driverTurn;
        private final Inbox inbox = new Inbox();
        private final FragmentHandler handler;

        AeronReceiver(Subscription subscription, boolean assembles, @Nullable AgentInvoker driverCycle) {
            this.subscription = subscription;
            this.driverTurn =
                    new DriverTurn(driverCycle == null ? null : driverCycle::invoke, MESSAGES_PER_DRIVER_CYCLE);
            FragmentHandler take = (buffer, offset, length, header) -> inbox.take(buffer, offset, length);
            this.handler = assembles ? new FragmentAssembler(take, Sender.MAX_LENGTH) : take;
        }

        @Override
        public int poll(int limit) {
            driverTurn.beforePoll(limit);
            return subscription.poll(handler, limit);
        }

        @Override
        public Inbox inbox() {
            return inbox;
        }
    }
}
