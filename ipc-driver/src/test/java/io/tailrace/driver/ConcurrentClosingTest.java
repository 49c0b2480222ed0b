/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Claim;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One thread closes objects that other threads use, with a driver and clients that have threads. */
final class ConcurrentClosingTest extends WithThreads {
    private static final int ROUNDS = 30;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Random random = new Random(5);
    private Tailrace tailrace;

    @BeforeEach
    void connectTheFirst() {
        tailrace = connect();
    }

    @AfterEach
    void endThreads() throws InterruptedException {
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(10, TimeUnit.SECONDS));
        tailrace.close();
    }

    @Test
    void aHandlerOfImagesAndAnotherThreadMayCloseAClientTogether() throws Exception {
        Tailrace client = connect();
        CountDownLatch inHandler = new CountDownLatch(1);
        Subscription subscription =
                client.addSubscription(STREAM, SubscriptionConfig.DEFAULT.withUnavailableHandler(image -> {
                    inHandler.countDown();
                    LockSupport.parkNanos(50_000_000); // The other thread is already in close().
                    client.close();
                }));
        Publication publication = tailrace.addPublication(STREAM);
        Await.until("connected", subscription::isConnected);
        publication.close();
        inHandler.await();

        threads.submit(client::close).get();
        Path files = driver.directory().resolve("clients/" + client.clientId());
        Await.until("its files are deleted", () -> !Files.exists(files));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClaimThatAnotherThreadHoldsOutlivesItsClient(boolean exclusive) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Tailrace client = connect();
            Publication publication = Messages.add(client, STREAM, exclusive);
            Subscription subscription = tailrace.addSubscription(STREAM);
            Await.until("connected", subscription::isConnected);
            boolean commits = random.nextBoolean();
            int delayMs = random.nextInt(5);
            CountDownLatch claimed = new CountDownLatch(1);
            Future<?> holding = threads.submit(() -> {
                Claim claim = new Claim();
                Await.until("space", () -> publication.tryClaim(Long.BYTES, claim) > 0);
                claimed.countDown();
                Thread.sleep(delayMs);
                claim.buffer().putLong(0, 0);
                if (commits) {
                    claim.commit();
                } else {
                    claim.abort();
                }
                return null;
            });
            claimed.await();
            Thread.sleep(random.nextInt(5));
            publication.close();
            client.close();

            Recorder received = new Recorder();
            Await.until("the log has ended", () -> subscription.poll(received, 10) == 0 && !subscription.isConnected());
            assertEquals(commits ? 1 : 0, received.count(), "round " + round);
            holding.get();
            subscription.close();
            Path files = driver.directory().resolve("clients/" + client.clientId());
            Await.until("its files are deleted", () -> !Files.exists(files));
        }
    }
}
