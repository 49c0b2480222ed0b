/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.aeron.Aeron;
import io.aeron.AeronVersion;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.logbuffer.FragmentHandler;
import io.tailrace.benchmarks.lab.AeronVariant;
import io.tailrace.benchmarks.lab.Waiting;
import java.nio.file.Path;
import org.agrona.BufferUtil;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** Aeron IPC with an embedded media driver. */
final class AeronCandidate implements Candidate {
    private final Setup.Kind kind;
    private final AeronVariant variant;
    private final MediaDriver driver;
    private final Aeron aeron;
    private final Wire toRight;
    private final Wire toLeft;

    AeronCandidate(Setup.Kind kind, AeronVariant variant, Path directory) {
        this.kind = kind;
        this.variant = variant;
        this.driver = MediaDriver.launch(variant.driverContext(directory));
        this.aeron = Aeron.connect(variant.clientContext(driver.aeronDirectoryName())
                .driverAgentInvoker(driver.sharedAgentInvoker())
                .useConductorAgentInvoker(driver.sharedAgentInvoker() != null));
        this.toRight = wire(1, driver.sharedAgentInvoker());
        this.toLeft = wire(2, null);
    }

    private Wire wire(int streamId, @Nullable AgentInvoker driverCycle) {
        String channel = "aeron:ipc?term-length=" + variant.termLength();
        Subscription subscription = aeron.addSubscription(channel, streamId);
        Publication publication = kind == Setup.Kind.EXCLUSIVE
                ? aeron.addExclusivePublication(channel, streamId)
                : aeron.addPublication(channel, streamId);
        while (!publication.isConnected() || !subscription.isConnected()) {
            invoke(driver.sharedAgentInvoker());
            invoke(aeron.conductorAgentInvoker());
            Waiting.sleep(1);
        }
        return new Wire(new AeronSender(publication), new AeronReceiver(subscription, driverCycle));
    }

    private static void invoke(@Nullable AgentInvoker invoker) {
        if (invoker != null) {
            invoker.invoke();
        }
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
        driver.close();
    }

    private static final class AeronSender implements Sender {
        private final Publication publication;
        private final UnsafeBuffer message = new UnsafeBuffer(BufferUtil.allocateDirectAligned(MAX_LENGTH, 64));

        AeronSender(Publication publication) {
            this.publication = publication;
        }

        @Override
        public boolean send(long value, int length) {
            message.putLong(0, value);
            return publication.offer(message, 0, length) > 0;
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
