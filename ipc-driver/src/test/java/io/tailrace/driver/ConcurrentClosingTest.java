/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Two threads close a client at the same time, with a driver and clients that have threads. */
final class ConcurrentClosingTest extends WithThreads {
    @Test
    void aHandlerOfImagesAndAnotherThreadMayCloseAClientTogether() throws Exception {
        Tailrace publisher = connect();
        Tailrace client = connect();
        CountDownLatch inHandler = new CountDownLatch(1);
        Subscription subscription =
                client.addSubscription(STREAM, SubscriptionConfig.DEFAULT.withUnavailableHandler(image -> {
                    inHandler.countDown();
                    LockSupport.parkNanos(50_000_000); // The other thread is already in close().
                    client.close();
                }));
        Publication publication = publisher.addPublication(STREAM);
        Await.until("connected", subscription::isConnected);
        publication.close();
        inHandler.await();

        CompletableFuture.runAsync(client::close).get();
        Path files = driver.directory().resolve("clients/" + client.clientId());
        Await.until("its files are deleted", () -> !Files.exists(files));
        publisher.close();
    }
}
