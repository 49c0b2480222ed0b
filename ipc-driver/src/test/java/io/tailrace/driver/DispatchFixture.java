/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Image;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.system.Await;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What tests of dispatching begin with: a publisher and a subscriber of a stream, and a pool of threads. */
abstract class DispatchFixture extends WithThreads {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    final ExecutorService pool = Executors.newCachedThreadPool();
    final MappedBuffer buffer = MappedBuffer.allocate(Rig.MAX_MESSAGE_LENGTH);
    Tailrace publisher;
    Tailrace subscriber;
    Publication publication;
    Subscription subscription;

    @BeforeEach
    void connectBoth() {
        publisher = connect();
        subscriber = connect();
        subscription = subscriber.addSubscription(STREAM);
        publication = publisher.addPublication(STREAM);
        assertTrue(publication.awaitSubscribers(1, PATIENCE));
        Await.until("the log is there", () -> subscription.imageCount() == 1);
    }

    @AfterEach
    void closeBoth() throws InterruptedException {
        publisher.close();
        subscriber.close();
        pool.shutdownNow();
        assertTrue(pool.awaitTermination(10, TimeUnit.SECONDS));
    }

    Image image() {
        return subscription.images().get(0);
    }

    /** Offers a message that begins with this number. Returns the position behind it. */
    long offer(Publication to, long number, int length) {
        buffer.putLong(0, number);
        return to.offer(buffer, 0, length, PATIENCE);
    }

    /** Offers the numbers from 0 on, each in a message of another length. Returns the position behind the last. */
    long offerAll(int messages) {
        long position = 0;
        for (int number = 0; number < messages; number++) {
            position = offer(publication, number, Long.BYTES + number % 200);
        }
        return position;
    }
}
