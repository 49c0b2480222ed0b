/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.driver.ThreadingMode;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** Tailrace with an embedded media driver in one thread, which idles as it does by default. */
final class TailraceCandidate implements Candidate {
    /** The variant with nothing configured. Others are a term length: {@code 64k}, {@code 16m}. */
    static final String DEFAULT = "default";

    private final Setup.Kind kind;
    private final String variant;
    private final MediaDriver driver;
    private final Tailrace tailrace;
    private final Wire toRight;
    private final Wire toLeft;

    TailraceCandidate(Setup.Kind kind, String variant, Path directory) {
        this.kind = kind;
        this.variant = variant;
        DriverConfig config = DriverConfig.defaults().withDirectory(directory).withThreading(ThreadingMode.SHARED);
        this.driver = MediaDriver.launch(variant.equals(DEFAULT) ? config : config.withTermLength(termLength(variant)));
        this.tailrace = Tailrace.connect(directory);
        this.toRight = wire("to-right");
        this.toLeft = wire("to-left");
    }

    private static int termLength(String variant) {
        int unit = variant.toLowerCase(Locale.ROOT).endsWith("m") ? 20 : 10;
        return Integer.parseInt(variant.substring(0, variant.length() - 1)) << unit;
    }

    private Wire wire(String stream) {
        Subscription subscription = tailrace.addSubscription(stream);
        Publication publication = kind == Setup.Kind.EXCLUSIVE
                ? tailrace.addExclusivePublication(stream)
                : tailrace.addPublication(stream);
        if (!publication.awaitSubscribers(1, Duration.ofSeconds(5))) {
            throw new IllegalStateException("no subscriber within 5 s: stream=" + stream);
        }
        while (!subscription.isConnected()) {
            Waiting.sleep(1);
        }
        return new Wire(new TailraceSender(publication), new TailraceReceiver(subscription));
    }

    @Override
    public String description() {
        return "Tailrace " + variant;
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
        driver.close();
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
