/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.aeron.Aeron;
import io.aeron.AeronVersion;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.tailrace.benchmarks.lab.AeronVariant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BufferUtil;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** Aeron IPC, with its driver in a process of its own, or, where the subscriber runs it, in the right one. */
final class AeronLibrary implements Library {
    private final Peer peer;
    private final AeronVariant variant;
    private final @Nullable MediaDriver driver;
    private final Aeron aeron;
    private final List<Publication> publications = new ArrayList<>();
    private final List<Subscription> subscriptions = new ArrayList<>();

    AeronLibrary(Peer peer, Side side, Path directory) {
        this.peer = peer;
        this.variant = peer.aeron();
        Aeron.Context context = variant.clientContext(directory.toString());
        if (side == Side.RIGHT && !peer.hasDriverProcess()) {
            driver = MediaDriver.launch(variant.driverContext(directory));
            context.driverAgentInvoker(driver.sharedAgentInvoker()).useConductorAgentInvoker(true);
        } else {
            driver = null;
        }
        aeron = Aeron.connect(context);
    }

    @Override
    public String description() {
        return "Aeron " + AeronVersion.VERSION + " " + variant.describe() + (peer.isClaim() ? ", tryClaim" : ", offer")
                + (peer.hasDriverProcess() ? ", driver in a process of its own" : "");
    }

    private String channel() {
        return "aeron:ipc?term-length=" + variant.termLength();
    }

    @Override
    public Receiver receiver(Stream stream) {
        Subscription subscription = aeron.addSubscription(channel(), stream.id());
        subscriptions.add(subscription);
        return new AeronReceiver(subscription, driver == null ? null : driver.sharedAgentInvoker());
    }

    @Override
    public Sender sender(Stream stream) {
        int streamId = stream.id();
        Publication publication = peer.isExclusive()
                ? aeron.addExclusivePublication(channel(), streamId)
                : aeron.addPublication(channel(), streamId);
        publications.add(publication);
        return peer.isClaim() ? new ClaimingSender(publication) : new OfferingSender(publication);
    }

    @Override
    public boolean isConnected() {
        if (driver != null) {
            driver.sharedAgentInvoker().invoke();
            aeron.conductorAgentInvoker().invoke();
        }
        return publications.stream().allMatch(Publication::isConnected)
                && subscriptions.stream().allMatch(Subscription::isConnected);
    }

    @Override
    public void close() {
        aeron.close();
        if (driver != null) {
            driver.close();
        }
    }

    private static final class OfferingSender implements Sender {
        private final Publication publication;
        private final UnsafeBuffer message = new UnsafeBuffer(BufferUtil.allocateDirectAligned(MAX_LENGTH, 64));

        OfferingSender(Publication publication) {
            this.publication = publication;
        }

        @Override
        public boolean send(long value, int length) {
            message.putLong(0, value);
            return publication.offer(message, 0, length) > 0;
        }
    }

    private static final class ClaimingSender implements Sender {
        private final Publication publication;
        private final BufferClaim claim = new BufferClaim();

        ClaimingSender(Publication publication) {
            this.publication = publication;
        }

        @Override
        public boolean send(long value, int length) {
            if (publication.tryClaim(length, claim) <= 0) {
                return false;
            }
            claim.buffer().putLong(claim.offset(), value);
            claim.commit();
            return true;
        }
    }

    private static final class AeronReceiver implements Receiver {
        private static final int POLLS_PER_DRIVER_CYCLE = 8;

        private final Subscription subscription;
        private final @Nullable AgentInvoker driverCycle;
        private final Inbox inbox = new Inbox();
        private final FragmentHandler handler = (buffer, offset, length, header) -> inbox.take(buffer.getLong(offset));
        private int polls;

        AeronReceiver(Subscription subscription, @Nullable AgentInvoker driverCycle) {
            this.subscription = subscription;
            this.driverCycle = driverCycle;
        }

        @Override
        public int poll() {
            if (driverCycle != null && ++polls % POLLS_PER_DRIVER_CYCLE == 0) {
                driverCycle.invoke();
            }
            return subscription.poll(handler, LIMIT);
        }

        @Override
        public Inbox inbox() {
            return inbox;
        }
    }
}
