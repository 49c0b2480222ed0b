/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.benchmarks.lab.EmbeddedTailrace;
import io.tailrace.benchmarks.lab.TailraceVariant;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Tailrace with an embedded media driver. */
final class TailraceProduct implements Product {
    /**
     * Terms as short as they can be; the driver has a thread, or is run by the first subscriber. The curves have these.
     */
    static final List<TailraceVariant> SHORT_TERMS =
            List.of(TailraceVariant.named("64k"), TailraceVariant.named("64k-subscriber"));

    /** The grid has these. */
    static final List<TailraceVariant> MATRIX = Stream.concat(
                    SHORT_TERMS.stream(), Stream.of(TailraceVariant.DEFAULT, TailraceVariant.named("subscriber")))
            .toList();

    private final Contestant.Kind kind;
    private final String variant;
    private final EmbeddedTailrace tailrace;

    TailraceProduct(Contestant.Kind kind, String variant, Path directory) {
        this.kind = kind;
        this.variant = variant;
        this.tailrace = new EmbeddedTailrace(TailraceVariant.named(variant), directory);
    }

    @Override
    public String description() {
        return "Tailrace " + variant;
    }

    @Override
    public Receiver[] subscribe(int streams, Inbox inbox) {
        FrameHandler handler = (buffer, offset, length, header) ->
                inbox.take(buffer.getLong(offset + Message.VALUE), buffer.getLong(offset + Message.STAMP));
        Receiver[] receivers = new Receiver[streams];
        for (int i = 0; i < streams; i++) {
            receivers[i] = new StreamReceiver(tailrace.client().addSubscription(name(i)), handler);
        }
        return receivers;
    }

    @Override
    public Sender[] publish(int streams) {
        MappedBuffer message = MappedBuffer.allocate(Message.LENGTH);
        Sender[] senders = new Sender[streams];
        for (int i = 0; i < streams; i++) {
            Publication publication = kind == Contestant.Kind.EXCLUSIVE
                    ? tailrace.client().addExclusivePublication(name(i))
                    : tailrace.client().addPublication(name(i));
            senders[i] = new StreamSender(publication, message);
        }
        return senders;
    }

    private static String name(int stream) {
        return "stream-" + stream;
    }

    @Override
    public void runDriver() {
        tailrace.runDriver();
    }

    @Override
    public void runClient() {
        // It has a thread.
    }

    @Override
    public void close() {
        tailrace.close();
    }

    private record StreamSender(Publication publication, MappedBuffer message) implements Sender {
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

    private record StreamReceiver(Subscription subscription, FrameHandler handler) implements Receiver {
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
