/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.CounterSource;
import io.tailrace.Image;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.dispatch.Dispatch;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The setup for tests of dispatching: a publisher and a subscriber of a stream, and a pool of threads. */
abstract class DispatchFixture extends WithThreads {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    final ExecutorService pool = Executors.newCachedThreadPool();
    final MappedBuffer buffer = MappedBuffer.allocate(Rig.MAX_MESSAGE_LENGTH);
    Tailrace publisher;
    Tailrace subscriber;
    Publication publication;
    Subscription subscription;
    /** The errors that the subscriber's client has reported; a test that expects an error removes it. */
    final Queue<Throwable> reported = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void connectBoth() {
        publisher = connect();
        subscriber = Tailrace.connect(
                TailraceConfig.DEFAULT.withDirectory(driver.directory()).withErrorHandler(reported::add));
        subscription = subscriber.addSubscription(STREAM);
        publication = publisher.addPublication(STREAM);
        assertTrue(publication.awaitSubscribers(1, PATIENCE));
        Await.until("the log exists", () -> subscription.imageCount() == 1);
    }

    @AfterEach
    void closeBoth() throws InterruptedException {
        publisher.close();
        subscriber.close();
        pool.shutdownNow();
        assertTrue(pool.awaitTermination(10, TimeUnit.SECONDS));
        assertEquals(List.of(), List.copyOf(reported));
    }

    /** Waits for the end of a dispatch that halts and has reported that to its client. */
    void awaitHalt(Dispatch dispatch) throws InterruptedException {
        assertTrue(dispatch.awaitEnd(PATIENCE));
        Throwable report = reported.remove();
        assertTrue(report.getMessage().startsWith("dispatch has halted: stream=" + STREAM), report.getMessage());
        assertSame(dispatch.failure(), report.getCause());
    }

    /** {@return a figure by its name} */
    static long figure(CounterSource source, String name) {
        Map<String, Long> figures = new HashMap<>();
        source.read(new CounterSource.Sink() {
            @Override
            public void total(String each, long value) {
                figures.put(each, value);
            }

            @Override
            public void level(String each, long value) {
                figures.put(each, value);
            }
        });
        assertTrue(figures.containsKey(name), () -> name + " is none of " + figures);
        return figures.get(name);
    }

    Image image() {
        return subscription.images().get(0);
    }

    /** Offers a message that begins with this number. Returns the position after it. */
    long offer(Publication to, long number, int length) {
        buffer.putLong(0, number);
        return to.offer(buffer, 0, length, PATIENCE);
    }

    /** Offers the numbers from 0 on, each in a message of a different length. Returns the position after the last. */
    long offerAll(int messages) {
        long position = 0;
        for (int number = 0; number < messages; number++) {
            position = offer(publication, number, Long.BYTES + number % 200);
        }
        return position;
    }

    /** Repeats a step that wakes a thread. If it were not woken, each step would take half a second on average. */
    static void assertWoken(int steps, IntConsumer step) {
        int quick = 0;
        for (int i = 1; i <= steps; i++) {
            LockSupport.parkNanos(2_000_000); // The thread falls asleep.
            long startNs = System.nanoTime();
            step.accept(i);
            quick += System.nanoTime() - startNs < 200_000_000 ? 1 : 0;
        }
        assertTrue(quick > steps / 2, "quick=" + quick);
    }
}
