/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.dispatch.Dispatch;
import io.tailrace.dispatch.DispatchBuilder;
import io.tailrace.dispatch.FailurePolicy;
import io.tailrace.dispatch.FailurePolicy.FailedFrame;
import io.tailrace.dispatch.FailurePolicy.FailedFrame.Outcome;
import io.tailrace.testing.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

/** A message whose handler throws, under each policy. */
final class PoisonTest extends DispatchFixture {
    private static final int MESSAGES = 100;
    private static final int POISON = 40;
    private static final int LENGTH = 24;
    private static final int FRAME = 32;
    private static final Duration MILLI = Duration.ofMillis(1);

    private final Exception cause = new IOException("disk full"); // The compiler knows that the handler throws it.
    private final AtomicIntegerArray handled = new AtomicIntegerArray(MESSAGES);
    private final AtomicInteger attempts = new AtomicInteger();
    private final Queue<FailedFrame> failed = new ConcurrentLinkedQueue<>();
    private volatile int attemptsThatFail = Integer.MAX_VALUE;

    private DispatchBuilder builder(FailurePolicy policy) {
        return Dispatch.of(subscription, (bytes, offset, length, header) -> {
                    int number = (int) bytes.getLong(offset);
                    if (number == POISON && attempts.incrementAndGet() <= attemptsThatFail) {
                        throw cause;
                    }
                    handled.incrementAndGet(number);
                })
                .workers(3)
                .unordered()
                .onFailure(policy)
                .failureHandler(failed::add);
    }

    private Dispatch start(FailurePolicy policy) {
        return start(builder(policy));
    }

    private Dispatch start(DispatchBuilder builder) {
        Dispatch dispatch = builder.start(pool);
        for (int number = 0; number < MESSAGES; number++) {
            offer(publication, number, LENGTH);
        }
        return dispatch;
    }

    private void awaitDone() {
        Await.until("everything is done", () -> image().position() == MESSAGES * FRAME);
    }

    private void assertHandledAllBut(int poison) {
        for (int i = 0; i < MESSAGES; i++) {
            assertEquals(i == poison ? 0 : 1, handled.get(i));
        }
    }

    private void assertReported(Outcome outcome, int expectedAttempts) {
        assertEquals(1, failed.size());
        assertEquals(new FailedFrame(image().logId(), POISON * FRAME, expectedAttempts, outcome, cause), failed.peek());
    }

    @Test
    void triedAgainItMaySucceed() {
        attemptsThatFail = 3;
        try (Dispatch dispatch = start(FailurePolicy.retry(5, MILLI, MILLI, FailurePolicy.HALT))) {
            awaitDone();
            assertHandledAllBut(-1);
            assertEquals(0, failed.size());
            assertEquals(3, figure(dispatch.counterSource(), "failedAttempts"));
            assertEquals(3, figure(dispatch.counterSource(), "retries"));
        }
    }

    @Test
    void triedAgainInVainItGoesTheLastWay() {
        long startNs = System.nanoTime();
        try (Dispatch dispatch = start(FailurePolicy.retry(4, MILLI, Duration.ofMillis(4), FailurePolicy.SKIP))) {
            awaitDone();
            assertTrue(System.nanoTime() - startNs >= 11_000_000, "1 + 2 + 4 + 4 ms");
            assertHandledAllBut(POISON);
            assertReported(Outcome.SKIPPED, 5);
            assertEquals(4, figure(dispatch.counterSource(), "retries"));
            assertEquals(5, figure(dispatch.counterSource(), "failedAttempts"));
            assertEquals(1, figure(dispatch.counterSource(), "skipped"));
            assertNull(dispatch.failure());
        }
    }

    @Test
    void aPauseBetweenAttemptsEndsWithTheDispatch() throws Exception {
        Duration hour = Duration.ofHours(1);
        Dispatch dispatch = start(FailurePolicy.retry(4, hour, hour, FailurePolicy.SKIP));
        Await.until("it was tried", () -> attempts.get() == 1);
        for (int i = 0; i < MESSAGES; i++) { // Another thread may have one while the last one is already handled.
            int number = i;
            Await.until("number " + i + " is handled", () -> number == POISON || handled.get(number) == 1);
        }
        dispatch.close();
        assertTrue(dispatch.awaitEnd(Duration.ZERO));
        assertEquals(POISON * FRAME, image().position());
        assertEquals(0, failed.size(), "it is repeated");
    }

    @Test
    void haltedItKeepsItsPlace() throws Exception {
        Dispatch dispatch = start(FailurePolicy.HALT);
        awaitHalt(dispatch);
        assertSame(cause, dispatch.failure());
        assertTrue(image().position() <= POISON * FRAME, "it never passes the poison");
        assertReported(Outcome.HALTED, 1);
        assertEquals(0, handled.get(POISON));
        attemptsThatFail = 1;

        try (Dispatch next = builder(FailurePolicy.HALT).start(pool)) {
            awaitDone();
            assertNull(next.failure());
            assertEquals(1, handled.get(POISON), "it is repeated");
            for (int i = POISON + 1; i < MESSAGES; i++) {
                assertTrue(handled.get(i) >= 1, "and what follows, done or not");
            }
        }
    }

    /** If order is kept, later messages of its key are not handled before it. */
    @Test
    void haltedItHoldsItsKeyBack() throws Exception {
        awaitHalt(start(builder(FailurePolicy.HALT).orderPerLog()));
        assertEquals(POISON * FRAME, image().position(), "all before it is done");
        for (int i = 0; i < MESSAGES; i++) {
            assertEquals(i < POISON ? 1 : 0, handled.get(i));
        }
    }

    @Test
    void aKeyThatCanNotBeToldHalts() throws Exception {
        IllegalStateException noKey = new IllegalStateException("no key");
        Dispatch dispatch = start(builder(FailurePolicy.SKIP).orderPerKey((bytes, offset, length) -> {
            if (bytes.getLong(offset) == 10) {
                throw noKey;
            }
            return 1;
        }));
        awaitHalt(dispatch);
        assertSame(noKey, dispatch.failure());
        assertTrue(image().position() <= 10 * FRAME);
        assertEquals(0, handled.get(10));
    }
}
