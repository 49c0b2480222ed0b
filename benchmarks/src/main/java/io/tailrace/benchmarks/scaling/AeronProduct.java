/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.aeron.Aeron;
import io.aeron.AeronVersion;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.logbuffer.FragmentHandler;
import io.tailrace.benchmarks.lab.AeronVariant;
import java.nio.file.Path;
import org.agrona.BufferUtil;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** Aeron IPC with an embedded media driver. */
final class AeronProduct implements Product {
    private final Contestant.Kind kind;
    private final AeronVariant variant;
    private final MediaDriver driver;
    private final Aeron aeron;

    AeronProduct(Contestant.Kind kind, AeronVariant variant, Path directory) {
        this.kind = kind;
        this.variant = variant;
        this.driver = MediaDriver.launch(variant.driverContext(directory));
        this.aeron = Aeron.connect(variant.clientContext(driver.aeronDirectoryName())
                .driverAgentInvoker(driver.sharedAgentInvoker())
                .useConductorAgentInvoker(driver.sharedAgentInvoker() != null));
    }

    @Override
    public String description() {
        return "Aeron " + AeronVersion.VERSION + " " + variant.describe();
    }

    @Override
    public Receiver[] subscribe(int streams, Inbox inbox) {
        FragmentHandler handler = (buffer, offset, length, header) ->
                inbox.take(buffer.getLong(offset + Message.VALUE), buffer.getLong(offset + Message.STAMP));
        Receiver[] receivers = new Receiver[streams];
        for (int i = 0; i < streams; i++) {
            receivers[i] = new StreamReceiver(aeron.addSubscription(channel(), 1 + i), handler);
        }
        return receivers;
    }

    @Override
    public Sender[] publish(int streams) {
        UnsafeBuffer message = new UnsafeBuffer(BufferUtil.allocateDirectAligned(Message.LENGTH, 64));
        Sender[] senders = new Sender[streams];
        for (int i = 0; i < streams; i++) {
            Publication publication = kind == Contestant.Kind.EXCLUSIVE
                    ? aeron.addExclusivePublication(channel(), 1 + i)
                    : aeron.addPublication(channel(), 1 + i);
            senders[i] = new StreamSender(publication, message);
        }
        return senders;
    }

    private String channel() {
        return "aeron:ipc?term-length=" + variant.termLength();
    }

    @Override
    public void runDriver() {
        invoke(driver.sharedAgentInvoker());
    }

    @Override
    public void runClient() {
        invoke(aeron.conductorAgentInvoker());
    }

    private static void invoke(@Nullable AgentInvoker invoker) {
        if (invoker != null) {
            invoker.invoke();
        }
    }

    @Override
    public void close() {
        aeron.close();
        driver.close();
    }

    private record StreamSender(Publication publication, UnsafeBuffer message) implements Sender {
        @Override
        public boolean send(long value, long stampNs) {
            message.putLong(Message.VALUE, value);
            message.putLong(Message.STAMP, stampNs);
            return publication.offer(message, 0, Message.LENGTH) > 0;
        }

        @Override
        public boolean isConnected() {
            return publication.isConnected();
        }
    }

    private record StreamReceiver(Subscription subscription, FragmentHandler handler) implements Receiver {
        @Override
        public int poll() {
            return subscription.poll(handler, LIMIT);
        }

        @Override
        public int logs() {
            return subscription.imageCount();
        }
    }
}
