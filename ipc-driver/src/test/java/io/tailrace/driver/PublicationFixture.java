/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import java.nio.file.Path;
import java.util.function.BiFunction;

/** A publication of one kind on a driver without threads, and a subscription if a test wants one. */
final class PublicationFixture implements AutoCloseable {
    static final String STREAM = "quotes";

    private final Rig rig;
    private final Tailrace client;
    private final Publication publication;
    private final Recorder received = new Recorder();

    PublicationFixture(Path parent, BiFunction<Tailrace, String, Publication> adder) {
        this.rig = new Rig(parent);
        this.client = rig.connect();
        this.publication = adder.apply(client, STREAM);
    }

    Rig rig() {
        return rig;
    }

    Tailrace client() {
        return client;
    }

    Publication publication() {
        return publication;
    }

    /** The messages that {@link #poll} has delivered. */
    Recorder received() {
        return received;
    }

    /** Adds a subscription known to both ends. */
    Subscription subscribe() {
        return subscribe(SubscriptionConfig.DEFAULT);
    }

    Subscription subscribe(SubscriptionConfig config) {
        Subscription subscription = client.addSubscription(STREAM, config);
        rig.until("an image", subscription::isConnected);
        rig.until("connected", publication::isConnected);
        return subscription;
    }

    int poll(Subscription subscription) {
        return subscription.poll(received, Integer.MAX_VALUE);
    }

    @Override
    public void close() {
        rig.close();
    }
}
