/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.benchmarks.lab.EmbeddedTailrace;
import io.tailrace.benchmarks.lab.TailraceVariant;
import io.tailrace.log.LogLayout;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Tailrace with an embedded media driver. */
final class TailraceCandidate implements Candidate {
    private final Setup setup;
    private final EmbeddedTailrace tailrace;
    private final Wire toRight;
    private final Wire toLeft;

    TailraceCandidate(Setup setup, Path directory) {
        this.setup = setup;
        this.tailrace = new EmbeddedTailrace(TailraceVariant.named(setup.variant()), directory);
        this.toRight = wire("to-right", tailrace.driverCycle());
        this.toLeft = wire("to-left", null);
    }

    /** {@return whether such messages fit into terms of that length} */
    static boolean carries(String variant, Api api, int payload) {
        int longest = LogLayout.maxMessageLength(TailraceVariant.named(variant).termLength());
        return switch (api) {
            case OFFER, CLAIM -> payload <= longest;
            case BATCH -> Sender.GROUP * (payload + Long.BYTES) <= longest; // A header each.
            case FRAGMENTS -> false;
        };
    }

    private Wire wire(String stream, @Nullable Runnable driverCycle) {
        Subscription subscription = tailrace.client().addSubscription(stream);
        Publication publication = tailrace.publish(setup.kind() == Kind.EXCLUSIVE, stream, subscription);
        return new Wire(TailraceSender.of(setup.api(), publication), new TailraceReceiver(subscription, driverCycle));
    }

    @Override
    public String description() {
        return "Tailrace " + setup.variant();
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
        tailrace.close();
    }

    private static final class TailraceReceiver implements Receiver {
        /** Seldomer than for Aeron, whose windows are shorter. */
        private static final int DRIVER_CYCLES_PER_LIMIT = 2;

        private final Subscription subscription;
        private final DriverTurn driverTurn;
        private final Inbox inbox = new Inbox();
        private final FrameHandler handler = (buffer, offset, length, header) -> inbox.take(buffer, offset, length);

        TailraceReceiver(Subscription subscription, @Nullable Runnable driverCycle) {
            this.subscription = subscription;
            this.driverTurn = new DriverTurn(driverCycle, DRIVER_CYCLES_PER_LIMIT);
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
