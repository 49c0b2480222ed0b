/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Header;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.testing.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;

/**
 * The subscriber that survives all others: a thread of the test that polls all the time, checks every message, and
 * measures the longest time without a message of one publication.
 */
final class Witness implements AutoCloseable {
    /** It sleeps in between, so that each victim in a test may be a process that has to wake it. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final LocalClient client;
    private final Subscription subscription;
    private final Thread thread = new Thread(this::poll, "witness");
    private volatile boolean closing;
    private volatile Throwable failure;
    private volatile long watched;
    private volatile long lastNs;
    private volatile long longestGapNs;

    Witness(Path directory, String stream, SubscriptionConfig config) {
        this.client = new LocalClient(directory);
        this.subscription = client.tailrace().addSubscription(stream, config);
        thread.start();
    }

    private void poll() {
        try {
            while (!closing) {
                subscription.poll(this::onFrame, 64, LOOK_AGAIN);
            }
        } catch (Throwable t) {
            failure = t;
        }
    }

    private void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        client.checker().onFrame(buffer, offset, length, header);
        if (header.publisherId() == watched) {
            long nowNs = System.nanoTime();
            longestGapNs = Math.max(longestGapNs, nowNs - lastNs);
            lastNs = nowNs;
        }
    }

    /** From now on measures the longest time without a message of a publication. */
    void watch(long publisher) {
        watched = 0;
        lastNs = System.nanoTime();
        longestGapNs = 0;
        watched = publisher;
    }

    /** {@return the longest time between two messages since {@link #watch}} */
    long longestGapNs() {
        return longestGapNs;
    }

    /** {@return how many messages of a publication have arrived, each checked} */
    long received(long publisher) {
        return client.checker().received(publisher);
    }

    /** {@return how many messages have arrived} */
    long received() {
        return client.checker().total();
    }

    int imageCount() {
        return subscription.imageCount();
    }

    /** Waits until a condition holds, for as long as is promised. */
    void await(String what, BooleanSupplier condition) {
        await(Await.PROMISE_NS, what, condition);
    }

    void await(long withinNs, String what, BooleanSupplier condition) {
        Await.until(withinNs, what, () -> {
            assertNotFailed();
            return condition.getAsBoolean();
        });
    }

    private void assertNotFailed() {
        if (failure != null) {
            throw new AssertionError("the witness failed", failure);
        }
    }

    /** Expects that this witness has seen no error. */
    void assertUnharmed() {
        assertNotFailed();
        client.assertNoErrors();
    }

    @Override
    public void close() throws InterruptedException {
        closing = true;
        thread.join();
        client.close();
    }
}
