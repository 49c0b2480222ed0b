/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.aeron.AeronVersion;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import io.tailrace.benchmarks.lab.AeronVariant;
import io.tailrace.benchmarks.lab.EmbeddedAeron;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Aeron IPC with an embedded media driver. Its variant {@code subscriber}: the first subscriber's thread runs the
 * driver.
 */
final class AeronProduct implements Product {
    /** With terms as short as Tailrace's here: the curves have these. */
    static final List<AeronVariant> SHORT_TERMS = variants("64k", "64k-subscriber");

    /** A pilot chooses the best of these for the grid. */
    static final List<AeronVariant> TUNED =
            variants("64k", "64k-subscriber", "1m", "1m-subscriber", "4m", "4m-subscriber");

    /** What a quick pilot chooses from. */
    static final List<AeronVariant> QUICK = variants("64k", "64k-subscriber", "4m");

    private final Contestant.Kind kind;
    private final AeronVariant variant;
    private final EmbeddedAeron aeron;

    AeronProduct(Contestant.Kind kind, AeronVariant variant, Path directory) {
        this.kind = kind;
        this.variant = variant;
        this.aeron = new EmbeddedAeron(variant, directory);
    }

    private static List<AeronVariant> variants(String... names) {
        return Stream.of(names).map(AeronVariant::named).toList();
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
            receivers[i] = new StreamReceiver(aeron.subscribe(1 + i), handler);
        }
        return receivers;
    }

    @Override
    public Sender[] publish(int streams) {
        UnsafeBuffer message = new UnsafeBuffer(BufferUtil.allocateDirectAligned(Message.LENGTH, 64));
        Sender[] senders = new Sender[streams];
        for (int i = 0; i < streams; i++) {
            Publication publication = aeron.publish(kind == Contestant.Kind.EXCLUSIVE, 1 + i);
            senders[i] = new StreamSender(publication, message);
        }
        return senders;
    }

    @Override
    public void runDriver() {
        aeron.runDriver();
    }

    @Override
    public void runClient() {
        aeron.runClient();
    }

    @Override
    public void close() {
        aeron.close();
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
