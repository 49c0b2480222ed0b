/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Dispatch;
import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.dispatch.Strategy;
import io.tailrace.testing.Await;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A dispatch without work. Its timer is far too long for these tests: if a wake-up is missed, each step takes half a
 * second on average.
 */
final class DispatchAtRestTest extends DispatchFixture {
    private static final Duration NEVER = Duration.ofHours(1);
    private static final int MESSAGES = 40;
    private static final long ALL_WITHIN_NS = 8_000_000_000L;

    private final AtomicLong handled = new AtomicLong();
    private final FrameHandler counting = (bytes, offset, length, header) -> handled.incrementAndGet();

    private Dispatch dispatch(Strategy strategy, FrameHandler handler) {
        return subscription
                .dispatch(handler)
                .strategy(strategy)
                .unordered()
                .workers(4)
                .idle(NEVER, NEVER)
                .start(pool);
    }

    private void offerOneByOne(Publication to) throws InterruptedException {
        long startNs = System.nanoTime();
        long before = handled.get();
        for (int i = 1; i <= MESSAGES; i++) {
            Thread.sleep(1);
            offer(to, i, Long.BYTES);
            long expected = before + i;
            Await.until("message " + i + " is handled", () -> handled.get() == expected);
        }
        assertWithin(startNs);
    }

    private static void assertWithin(long startNs) {
        long tookNs = System.nanoTime() - startNs;
        assertTrue(tookNs < ALL_WITHIN_NS, () -> "took " + tookNs / 1_000_000 + " ms");
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    void messagesWakeIt(Strategy strategy) throws InterruptedException {
        try (Dispatch dispatch = dispatch(strategy, counting)) {
            offerOneByOne(publication);
            Await.until("all are counted", () -> dispatch.counters().handled() == MESSAGES); // After their handlers.
        }
    }

    /** Twenty logs appear and end, each is given back, and the dispatch stays. The first wait finds no log at all. */
    @Test
    void logsThatComeAndEndWakeIt() throws InterruptedException {
        publication.close();
        Await.until("the log has ended", () -> subscription.imageCount() == 0);
        long startNs = System.nanoTime();
        try (Dispatch dispatch = dispatch(Strategy.EXECUTE_PRODUCE_CONSUME, counting)) {
            for (int i = 1; i <= 20; i++) {
                Publication other = publisher.addExclusivePublication(STREAM);
                assertTrue(other.awaitSubscribers(1, PATIENCE));
                offer(other, i, Long.BYTES);
                other.close();
                long expected = i;
                Await.until("the message is handled", () -> handled.get() == expected);
                Await.until("the log has ended", () -> subscription.imageCount() == 0);
            }
            assertWithin(startNs);
            assertTrue(dispatch.running().isEmpty());
        }
    }

    /** While handlers wait, messages wake another thread for the next ones. */
    @Test
    void messagesWakeItWhileHandlersRun() throws InterruptedException {
        Semaphore permits = new Semaphore(0);
        FrameHandler waiting = (bytes, offset, length, header) -> {
            handled.incrementAndGet();
            permits.acquireUninterruptibly();
        };
        try (Dispatch dispatch = subscription
                .dispatch(waiting)
                .unordered()
                .workers(50)
                .idle(NEVER, NEVER)
                .start(pool)) {
            try {
                offerOneByOne(publication);
                assertEquals(MESSAGES, dispatch.running().size());
            } finally {
                permits.release(MESSAGES);
            }
        }
    }

    @Test
    void closingWakesIt() throws InterruptedException {
        long startNs = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            Dispatch dispatch = dispatch(Strategy.EXECUTE_PRODUCE_CONSUME, counting);
            Thread.sleep(5);
            dispatch.close();
        }
        Dispatch last = dispatch(Strategy.EXECUTE_PRODUCE_CONSUME, counting);
        Thread.sleep(5);
        subscription.close();
        assertTrue(last.awaitEnd(PATIENCE));
        assertWithin(startNs);
    }

    /** An executor that is shut down interrupts it. */
    @Test
    void anInterruptWakesIt() throws InterruptedException {
        long startNs = System.nanoTime();
        Dispatch dispatch = dispatch(Strategy.EXECUTE_PRODUCE_CONSUME, counting);
        Thread.sleep(20);
        pool.shutdownNow();
        awaitHalt(dispatch);
        assertWithin(startNs);
    }

    @ParameterizedTest
    @EnumSource(
            value = Strategy.class,
            names = {"PRODUCE_CONSUME", "EXECUTE_PRODUCE_CONSUME", "PRODUCE_EXECUTE_CONSUME"})
    void nothingLooksAgain(Strategy strategy) throws InterruptedException {
        try (Dispatch dispatch =
                subscription.dispatch(counting).strategy(strategy).workers(4).start(pool)) {
            offer(publication, 1, Long.BYTES);
            Await.until("it is handled", () -> handled.get() == 1);
            Thread.sleep(50);
            long parks = dispatch.counters().parks();
            Thread.sleep(100);
            assertEquals(parks, dispatch.counters().parks());
        }
    }
}
