/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Two threads that poll one subscription by mistake, and threads that rightly poll it one after another. */
final class TwoPollersTest extends TwoClients {
    private static final int MESSAGES = 50_000;
    private static final int REFUSALS = 200;

    private final MappedBuffer message = MappedBuffer.allocate(Long.BYTES);

    /** Polls at the same time as another thread, by mistake. */
    private static final class Poller extends Thread {
        private final Subscription subscription;
        private final FrameHandler handler;
        private final AtomicInteger refusals;
        private volatile boolean ended;

        Poller(Subscription subscription, FrameHandler handler, AtomicInteger refusals) {
            this.subscription = subscription;
            this.handler = handler;
            this.refusals = refusals;
        }

        @Override
        public void run() {
            while (!ended) {
                try {
                    subscription.poll(handler, 10);
                } catch (IllegalStateException e) {
                    assertTrue(e.getMessage().contains("another thread"), e::getMessage);
                    refusals.incrementAndGet();
                }
            }
        }
    }

    @Test
    void oneOfTwoIsRefusedAndNothingIsLeftBehind() throws InterruptedException {
        int[] next = {0}; // Not for two threads, as this test shows.
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        FrameHandler handler = (buffer, offset, length, header) -> {
            if (inside.incrementAndGet() != 1 || buffer.getLong(offset) != next[0]++) {
                wrong.incrementAndGet();
            }
            if ((next[0] & 63) == 0) {
                LockSupport.parkNanos(1); // So that they meet on one core, too.
            }
            inside.decrementAndGet();
        };
        AtomicInteger refusals = new AtomicInteger();
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscriber.addSubscription(STREAM);
        rig.until("connected", publication::isConnected);
        Poller[] pollers = {new Poller(subscription, handler, refusals), new Poller(subscription, handler, refusals)};
        for (Poller poller : pollers) {
            poller.start();
        }
        int offered = 0;
        while (wrong.get() == 0 && (offered < MESSAGES || refusals.get() < REFUSALS)) {
            message.putLong(0, offered);
            int accepted = offered;
            rig.until("the publisher continues", () -> publication.offer(message, 0, Long.BYTES) > 0);
            offered = accepted + 1;
        }
        for (Poller poller : pollers) {
            poller.ended = true;
            poller.join();
        }

        subscription.poll(handler, Integer.MAX_VALUE); // One thread continues, and is not refused.
        assertEquals(0, wrong.get());
        assertEquals(offered, next[0]);
        assertLetsGo(subscription);
    }

    private void assertLetsGo(Subscription subscription) {
        Path lock = rig.directory().resolve("clients/" + subscriber.clientId() + "/lock");
        subscription.close();
        rig.close(subscriber);
        rig.until("no thread is inside", () -> !Files.exists(lock));
    }

    @Test
    void whoPollsFromAHandlerOfAnotherThreadIsRefused() throws InterruptedException {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscriber.addSubscription(STREAM);
        rig.until("connected", publication::isConnected);
        for (int i = 0; i < 3; i++) {
            publication.offer(message, 0, Long.BYTES);
        }

        subscription.poll(
                (buffer, offset, length, header) -> inAnotherThread(
                        () -> assertThrows(IllegalStateException.class, () -> subscription.poll(received, 1))),
                1);
        inAnotherThread(() -> assertEquals(1, subscription.poll(received, 1)));
        assertEquals(1, subscription.poll(received, 10));

        assertLetsGo(subscription);
    }

    @Test
    void anyNumberOfThreadsPollOneAfterAnother() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscriber.addSubscription(STREAM);
        rig.until("connected", publication::isConnected);
        for (int i = 0; i < 100; i++) {
            publication.offer(message, 0, Long.BYTES);
            inAnotherThread(() -> assertEquals(1, subscription.poll(received, 1)));
        }

        assertEquals(100, received.count());
        assertLetsGo(subscription);
    }

    /** Rethrows the exception of that thread. */
    private static void inAnotherThread(Runnable action) {
        Throwable[] thrown = {null};
        Thread thread = new Thread(() -> {
            try {
                action.run();
            } catch (Throwable t) {
                thrown[0] = t;
            }
        });
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (thrown[0] != null) {
            throw new AssertionError(thrown[0]);
        }
    }
}
