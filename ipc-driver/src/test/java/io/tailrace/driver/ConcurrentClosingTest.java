/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Claim;
import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
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
    private static final long PAUSE_NS = 10_000;

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

    /** Offers its numbers until the publication is closed. Returns how many were accepted. */
    private static int offerUntilClosed(Publication publication, int thread) {
        MappedBuffer buffer = MappedBuffer.allocate(2 * Integer.BYTES);
        buffer.putInt(0, thread);
        int accepted = 0;
        while (true) {
            buffer.putInt(Integer.BYTES, accepted);
            long result = publication.offer(buffer, 0, buffer.capacity());
            if (result == OfferStatus.CLOSED_CODE) {
                return accepted;
            }
            if (result > 0) {
                accepted++;
            } else {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    /**
     * Polls until the image has gone, and checks the order of each thread's numbers. Returns how many arrived from
     * each.
     */
    private static int[] pollToTheEnd(Subscription subscription, int publisherThreads) {
        int[] next = new int[publisherThreads];
        while (subscription.isConnected()) {
            int frames = subscription.poll(
                    (buffer, offset, length, header) -> {
                        int thread = buffer.getInt(offset);
                        assertEquals(next[thread]++, buffer.getInt(offset + Integer.BYTES));
                    },
                    100);
            if (frames == 0) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        return next;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whatIsAcceptedBeforeAnotherThreadClosesIsDeliveredOnceAndInOrder(int publisherThreads) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Publication publication =
                    publisherThreads == 1 ? tailrace.addExclusivePublication(STREAM) : tailrace.addPublication(STREAM);
            Subscription subscription = tailrace.addSubscription(STREAM);
            Await.until("connected", subscription::isConnected);
            List<Future<Integer>> accepted = new ArrayList<>();
            for (int i = 0; i < publisherThreads; i++) {
                int thread = i;
                Callable<Integer> offering = () -> offerUntilClosed(publication, thread);
                accepted.add(threads.submit(offering));
            }
            Future<int[]> delivered = threads.submit(() -> pollToTheEnd(subscription, publisherThreads));

            Thread.sleep(random.nextInt(10));
            publication.close();

            for (int i = 0; i < publisherThreads; i++) {
                assertEquals(accepted.get(i).get(), delivered.get()[i], "thread " + i + " in round " + round);
            }
            subscription.close();
        }
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
            Publication publication =
                    exclusive ? client.addExclusivePublication(STREAM) : client.addPublication(STREAM);
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

            assertEquals(commits ? 1 : 0, pollToTheEnd(subscription, 1)[0], "round " + round);
            holding.get();
            subscription.close();
            Path files = driver.directory().resolve("clients/" + client.clientId());
            Await.until("its files are deleted", () -> !Files.exists(files));
        }
    }
}
