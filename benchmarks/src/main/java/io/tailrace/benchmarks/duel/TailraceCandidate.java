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
import io.tailrace.log.LogLayout;
import java.nio.file.Path;
import java.time.Duration;

/** Tailrace with an embedded media driver in one thread, which idles as it does by default. */
final class TailraceCandidate implements Candidate {
    /** The variant with nothing configured. Others are a term length: {@code 64k}, {@code 16m}. */
    static final String DEFAULT = "default";

    private final Setup setup;
    private final MediaDriver driver;
    private final Tailrace tailrace;
    private final Wire toRight;
    private final Wire toLeft;

    TailraceCandidate(Setup setup, Path directory) {
        this.setup = setup;
        this.driver = MediaDriver.launch(DriverConfig.defaults()
                .withDirectory(directory)
                .withThreading(ThreadingMode.SHARED)
                .withTermLength(termLength(setup.variant())));
        this.tailrace = Tailrace.connect(directory);
        this.toRight = wire("to-right");
        this.toLeft = wire("to-left");
    }

    private static int termLength(String variant) {
        return variant.equals(DEFAULT) ? DriverConfig.DEFAULT_TERM_LENGTH : Setup.bytes(variant);
    }

    /**
     * Says that a variant is one.
     *
     * @throws IllegalArgumentException if it is neither the default nor a length that a term can have
     */
    static String check(String variant) {
        LogLayout.checkTermLength(termLength(variant));
        return variant;
    }

    /** {@return whether such messages fit into terms of that length} */
    static boolean carries(String variant, Api api, int payload) {
        int longest = LogLayout.maxMessageLength(termLength(variant));
        return switch (api) {
            case OFFER, CLAIM -> payload <= longest;
            case BATCH -> Sender.GROUP * (payload + Long.BYTES) <= longest; // A header each.
            case FRAGMENTS -> false;
        };
    }

    private Wire wire(String stream) {
        Subscription subscription = tailrace.addSubscription(stream);
        Publication publication = setup.kind() == Kind.EXCLUSIVE
                ? tailrace.addExclusivePublication(stream)
                : tailrace.addPublication(stream);
        if (!publication.awaitSubscribers(1, Duration.ofSeconds(5))) {
            throw new IllegalStateException("no subscriber within 5 s: stream=" + stream);
        }
        while (!subscription.isConnected()) {
            Waiting.sleep(1);
        }
        return new Wire(TailraceSender.of(setup.api(), publication), new TailraceReceiver(subscription));
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
        driver.close();
    }

    private static final class TailraceReceiver implements Receiver {
        private final Subscription subscription;
        private final Inbox inbox = new Inbox();
        private final FrameHandler handler = (buffer, offset, length, header) -> inbox.take(buffer, offset, length);

        TailraceReceiver(Subscription subscription) {
            this.subscription = subscription;
        }

        @Override
        public int poll(int limit) {
            return subscription.poll(handler, limit);
        }

        @Override
        public Inbox inbox() {
            return inbox;
        }
    }
}
