/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Tailrace, with its driver in a process of its own. */
final class TailraceLibrary implements Library {
    /** The driver writes zeros over the whole log: of the longest terms that is 3 GiB. */
    private static final Duration ALLOCATION_TIMEOUT = Duration.ofMinutes(1);

    private final Peer peer;
    private final Tailrace tailrace;
    private final List<Publication> publications = new ArrayList<>();
    private final List<Subscription> subscriptions = new ArrayList<>();

    TailraceLibrary(Peer peer, Path directory) {
        this.peer = peer;
        this.tailrace = Tailrace.connect(
                TailraceConfig.defaults().withDirectory(directory).withRegistrationTimeout(ALLOCATION_TIMEOUT));
    }

    @Override
    public String description() {
        return "Tailrace " + peer.variant() + ", driver as it idles by default, in a process of its own";
    }

    @Override
    public Receiver receiver(Stream stream) {
        Subscription subscription = tailrace.addSubscription(stream.name());
        subscriptions.add(subscription);
        return new TailraceReceiver(subscription);
    }

    @Override
    public Sender sender(Stream stream) {
        Publication publication = peer.isExclusive()
                ? tailrace.addExclusivePublication(stream.name())
                : tailrace.addPublication(stream.name());
        publications.add(publication);
        return new TailraceSender(publication);
    }

    @Override
    public boolean isConnected() {
        return publications.stream().allMatch(Publication::isConnected)
                && subscriptions.stream().allMatch(Subscription::isConnected);
    }

    @Override
    public void close() {
        tailrace.close();
    }

    private static final class TailraceSender implements Sender {
        private final Publication publication;
        private final MappedBuffer message = MappedBuffer.allocate(MAX_LENGTH);

        TailraceSender(Publication publication) {
            this.publication = publication;
        }

        @Override
        public boolean send(long value, int length) {
            message.putLong(0, value);
            return publication.offer(message, 0, length) > 0;
        }
    }

    private static final class TailraceReceiver implements Receiver {
        private final Subscription subscription;
        private final Inbox inbox = new Inbox();
        private final FrameHandler handler = (buffer, offset, length, header) -> inbox.take(buffer.getLong(offset));

        TailraceReceiver(Subscription subscription) {
            this.subscription = subscription;
        }

        @Override
        public int poll() {
            return subscription.poll(handler, LIMIT);
        }

        @Override
        public Inbox inbox() {
            return inbox;
        }
    }
}
