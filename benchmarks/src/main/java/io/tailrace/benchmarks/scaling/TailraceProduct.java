/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.driver.ThreadingMode;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;

/** Tailrace with a driver in one thread, which idles as it does by default. */
final class TailraceProduct implements Product {
    /** Terms as short as they can be. */
    static final String SHORT_TERMS = "64k";
    /** Nothing is configured. */
    static final String DEFAULT = "default";

    private final Contestant.Kind kind;
    private final String variant;
    private final MediaDriver driver;
    private final Tailrace tailrace;

    TailraceProduct(Contestant.Kind kind, String variant, Path directory) {
        this.kind = kind;
        this.variant = variant;
        DriverConfig config = DriverConfig.defaults().withDirectory(directory).withThreading(ThreadingMode.SHARED);
        this.driver = MediaDriver.launch(
                switch (variant) {
                    case SHORT_TERMS -> config.withTermLength(64 << 10);
                    case DEFAULT -> config;
                    default -> throw new IllegalArgumentException("no such variant of Tailrace: name=" + variant);
                });
        this.tailrace = Tailrace.connect(directory);
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
            receivers[i] = new StreamReceiver(tailrace.addSubscription(name(i)), handler);
        }
        return receivers;
    }

    @Override
    public Sender[] publish(int streams) {
        MappedBuffer message = MappedBuffer.allocate(Message.LENGTH);
        Sender[] senders = new Sender[streams];
        for (int i = 0; i < streams; i++) {
            Publication publication = kind == Contestant.Kind.EXCLUSIVE
                    ? tailrace.addExclusivePublication(name(i))
                    : tailrace.addPublication(name(i));
            senders[i] = new StreamSender(publication, message);
        }
        return senders;
    }

    private static String name(int stream) {
        return "stream-" + stream;
    }

    @Override
    public void runDriver() {
        // It has a thread.
    }

    @Override
    public void runClient() {
        // So has the client.
    }

    @Override
    public void close() {
        tailrace.close();
        driver.close();
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
