/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Blocker;
import io.tailrace.FrameHandler;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.control.ProgramName;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.MemoryDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A handler that does not return stops its own subscription and, because that gates, the publisher, which learns of it.
 */
final class StuckHandlerTest {
    private static final String STREAM = "quotes";
    private static final int LENGTH = 1016;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger handled = new AtomicInteger();
    private final Map<Subscription, Integer> received = new ConcurrentHashMap<>();
    private final MappedBuffer message = MappedBuffer.allocate(LENGTH);
    private MediaDriver driver;
    private Tailrace publisher;
    private Tailrace sufferer;
    private Tailrace other;

    @BeforeEach
    void connect() {
        driver = MediaDriver.launch(
                DriverConfig.DEFAULT.withDirectory(parent.resolve("driver")).withTermLength(Rig.TERM_LENGTH));
        publisher = Tailrace.connect(driver.directory());
        sufferer = Tailrace.connect(driver.directory());
        other = Tailrace.connect(driver.directory());
    }

    @AfterEach
    void close() {
        List.of(publisher, sufferer, other).forEach(Tailrace::close);
        driver.close();
    }

    private Thread pollAndGetStuck(Subscription subscription) {
        FrameHandler handler = (buffer, offset, length, header) -> {
            handled.incrementAndGet();
            inside.countDown();
            awaitRelease();
        };
        Thread thread = new Thread(() -> {
            while (!subscription.isClosed()) {
                subscription.poll(handler, 10);
            }
        });
        thread.start();
        return thread;
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pollUntil(Subscription subscription, int expected) {
        long startNs = System.nanoTime();
        while (received.getOrDefault(subscription, 0) < expected) {
            received.merge(subscription, subscription.poll((buffer, offset, length, header) -> {}, 10), Integer::sum);
            assertTrue(System.nanoTime() - startNs < PATIENCE.toNanos(), () -> "received=" + received);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void onlyItsOwnSubscriptionStopsAndThePublisherIsToldWhoHoldsItBack(boolean exclusive) throws Exception {
        Subscription stuck = sufferer.addSubscription(STREAM);
        List<Subscription> others = List.of(sufferer.addSubscription(STREAM), other.addSubscription(STREAM));
        Publication publication =
                exclusive ? publisher.addExclusivePublication(STREAM) : publisher.addPublication(STREAM);
        assertTrue(publication.awaitSubscribers(3, PATIENCE));
        publication.offer(message, 0, LENGTH, PATIENCE);
        Thread thread = pollAndGetStuck(stuck);
        inside.await();

        int accepted = 1;
        while (publication.offer(message, 0, LENGTH) > 0) {
            accepted++;
            for (Subscription subscription : others) {
                pollUntil(subscription, accepted); // They get each at once.
            }
        }
        OfferTimeoutException timeout = assertThrows(
                OfferTimeoutException.class, () -> publication.offer(message, 0, LENGTH, Duration.ofMillis(100)));

        assertTrue(accepted * 1024 >= Rig.WINDOW, "as much as the window holds: accepted=" + accepted);
        Blocker blocker = publication.blocker();
        assertNotNull(blocker);
        long pid = ProcessHandle.current().pid();
        assertEquals(
                new Blocker(Blocker.Role.SUBSCRIBER, stuck.registrationId(), sufferer.clientId(), pid, accepted * 1024L)
                        .withProgram(ProgramName.ofThisProcess()),
                blocker);
        String told = "client " + sufferer.clientId() + " (pid " + pid + ", " + ProgramName.ofThisProcess() + ") is "
                + accepted * 1024 + " bytes behind";
        assertTrue(timeout.getMessage().contains(told), timeout.getMessage());
        assertTheClientWorks();
        release.countDown();
        for (int i = 0; i < 100; i++) {
            publication.offer(message, 0, LENGTH, PATIENCE);
            accepted++;
            for (Subscription subscription : others) {
                pollUntil(subscription, accepted);
            }
        }
        publication.close();
        while (handled.get() < accepted) {
            Thread.onSpinWait();
        }
        stuck.close();
        thread.join();
        assertEquals(accepted, handled.get());
    }

    /** The client whose handler is stuck does everything else. */
    private void assertTheClientWorks() {
        Subscription subscription = sufferer.addSubscription("orders");
        Publication publication = sufferer.addPublication("orders");
        assertTrue(publication.awaitSubscribers(1, PATIENCE));
        publication.offer(message, 0, LENGTH, PATIENCE);
        pollUntil(subscription, 1);
        publication.close();
        subscription.close();
    }
}
