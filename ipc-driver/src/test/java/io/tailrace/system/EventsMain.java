/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Does everything that a client records with the Flight Recorder, in one process: {@code DIRECTORY}. */
final class EventsMain {
    private static final int LENGTH = 1000;
    private static final long SLOW_NS = 20_000_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private EventsMain() {}

    public static void main(String[] args) throws InterruptedException {
        DriverConfig config =
                DriverConfig.DEFAULT.withDirectory(Path.of(args[0])).withTermLength(Scene.TERM_LENGTH);
        CountDownLatch lost = new CountDownLatch(1);
        CountDownLatch back = new CountDownLatch(1);
        TailraceConfig clientConfig = TailraceConfig.DEFAULT
                .withDirectory(Path.of(args[0]))
                .withDriverStateHandler(state -> (state == TailraceConfig.DriverState.LOST ? lost : back).countDown());
        MediaDriver driver = MediaDriver.launch(config);
        try (Tailrace tailrace = Tailrace.connect(clientConfig)) {
            useUpTheWindow(tailrace);
            overrun(tailrace);
            driver.close();
            lost.await();
            driver = MediaDriver.launch(config);
            back.await();
        } finally {
            driver.close();
        }
        System.out.println("DONE");
    }

    private static void useUpTheWindow(Tailrace tailrace) {
        MappedBuffer buffer = MappedBuffer.allocate(LENGTH);
        try (Publication publication = tailrace.addPublication("gated");
                Subscription subscription = tailrace.addSubscription("gated")) {
            try {
                while (publication.offer(buffer, 0, LENGTH, PATIENCE.dividedBy(1000)) > 0) {
                    Thread.onSpinWait();
                }
            } catch (OfferTimeoutException e) {
                System.out.println("HELD BACK " + e.status());
            }
            int polled =
                    subscription.poll((bytes, offset, length, header) -> LockSupport.parkNanos(SLOW_NS), 2, PATIENCE);
            System.out.println("POLLED " + polled);
        }
    }

    private static void overrun(Tailrace tailrace) {
        MappedBuffer buffer = MappedBuffer.allocate(LENGTH);
        try (Publication publication = tailrace.addPublication("dropped");
                Subscription subscription =
                        tailrace.addSubscription("dropped", SubscriptionConfig.DEFAULT.withPolicy(Policy.DROP))) {
            publication.awaitSubscribers(1, PATIENCE);
            subscription.awaitConnected(PATIENCE);
            for (int i = 0; i < 1000; i++) {
                publication.offer(buffer, 0, LENGTH, PATIENCE);
            }
            while (subscription.overruns() == 0) {
                subscription.poll((bytes, offset, length, header) -> {}, 1000);
            }
        }
    }
}
