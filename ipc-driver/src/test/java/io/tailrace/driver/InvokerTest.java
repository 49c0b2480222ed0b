/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.memory.MappedBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A driver and a client in one thread, on which clients of other threads depend: every call that waits runs both.
 */
final class InvokerTest extends WithRig {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private Publication publication;

    @BeforeEach
    void connect() {
        publication = rig.connect().addPublication(STREAM);
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    private int subscribeAndPoll(int messages, CountDownLatch done) throws InterruptedException {
        TailraceConfig config = TailraceConfig.DEFAULT.withDirectory(rig.directory());
        try (Tailrace tailrace = Tailrace.connect(config);
                Subscription subscription = tailrace.addSubscription(STREAM)) {
            int frames = 0;
            while (frames < messages) {
                frames += subscription.poll((buffer, offset, length, header) -> {}, 10);
            }
            done.await();
            return frames;
        }
    }

    @Test
    void whoWaitsForASubscriberOrForSpaceLetsTheDriverWork() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        int messages = 500; // About 15 windows.
        Future<Integer> other = threads.submit(() -> subscribeAndPoll(messages, done));
        assertTrue(publication.awaitSubscribers(1, LONG), "the driver takes it in");
        MappedBuffer buffer = MappedBuffer.allocate(1016);

        for (int i = 0; i < messages; i++) {
            publication.offer(buffer, 0, 1016, LONG);
        }

        done.countDown();
        rig.until("the other has left", other::isDone);
        assertEquals(messages, other.get());
    }

    @Test
    void aCycleRunsOnceHoweverManyThreadsRunIt() throws Exception {
        Tailrace client = rig.connect();
        AtomicBoolean done = new AtomicBoolean();
        Runnable invoking = () -> {
            while (!done.get()) {
                rig.driver().invoke();
            }
        };
        List<Future<?>> invokers =
                List.of(threads.submit(invoking), threads.submit(invoking), threads.submit(invoking));
        for (int i = 0; i < 200; i++) {
            try (Publication added = client.addPublication("quotes-" + i % 3);
                    Subscription subscription = client.addSubscription(added.stream())) {
                client.invoke();
                assertEquals(added.stream(), subscription.stream());
            }
        }
        done.set(true);
        for (Future<?> invoker : invokers) {
            invoker.get();
        }
    }
}
