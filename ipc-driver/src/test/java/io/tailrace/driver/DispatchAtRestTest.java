/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.dispatch.Dispatch;
import io.tailrace.testing.Await;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A dispatch without work. Its timer is far too long for these tests: it is woken. */
final class DispatchAtRestTest extends DispatchFixture {
    private static final Duration NEVER = Duration.ofHours(1);
    private static final int MESSAGES = 40;

    private final AtomicLong handled = new AtomicLong();
    private final FrameHandler counting = (bytes, offset, length, header) -> handled.incrementAndGet();

    private Dispatch dispatch(int workers) {
        return Dispatch.of(subscription, counting)
                .unordered()
                .workers(workers)
                .idle(NEVER, NEVER)
                .start(pool);
    }

    private void offerOneByOne() {
        assertWoken(MESSAGES, i -> {
            offer(publication, i, Long.BYTES);
            Await.until("message " + i + " is handled", () -> handled.get() == i);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void messagesWakeIt(int workers) throws InterruptedException {
        try (Dispatch dispatch = dispatch(workers)) {
            offerOneByOne();
            Await.until(
                    "all are counted",
                    () -> figure(dispatch.counterSource(), "handled") == MESSAGES); // After their handlers.
        }
    }

    /** Twenty logs appear and end, each is given back, and the dispatch stays. The first wait finds no log at all. */
    @Test
    void logsThatComeAndEndWakeIt() throws InterruptedException {
        publication.close();
        Await.until("the log has ended", () -> subscription.imageCount() == 0);
        try (Dispatch dispatch = dispatch(4)) {
            assertWoken(20, i -> {
                Publication other = publisher.addExclusivePublication(STREAM);
                assertTrue(other.awaitSubscribers(1, PATIENCE));
                offer(other, i, Long.BYTES);
                other.close();
                Await.until("the message is handled", () -> handled.get() == i);
                Await.until("the log has ended", () -> subscription.imageCount() == 0);
            });
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
        try (Dispatch dispatch = Dispatch.of(subscription, waiting)
                .unordered()
                .workers(50)
                .idle(NEVER, NEVER)
                .start(pool)) {
            try {
                offerOneByOne();
                assertEquals(MESSAGES, dispatch.running().size());
            } finally {
                permits.release(MESSAGES);
            }
        }
    }

    @Test
    void closingItOrItsSubscriptionWakesIt() {
        assertWoken(20, i -> {
            Dispatch dispatch = dispatch(4);
            LockSupport.parkNanos(5_000_000); // Then it rests.
            dispatch.close();
        });
        assertWoken(20, i -> {
            Subscription other = subscriber.addSubscription(STREAM);
            Dispatch dispatch = Dispatch.of(other, counting).idle(NEVER, NEVER).start(pool);
            LockSupport.parkNanos(5_000_000);
            other.close();
            Await.until("it has ended", dispatch::isEnded);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void nothingLooksAgain(int workers) {
        try (Dispatch dispatch =
                Dispatch.of(subscription, counting).workers(workers).start(pool)) {
            offer(publication, 1, Long.BYTES);
            Await.until("it is handled", () -> handled.get() == 1);
            Await.until("all rest", () -> {
                long parks = figure(dispatch.counterSource(), "parks");
                LockSupport.parkNanos(100_000_000);
                return figure(dispatch.counterSource(), "parks") == parks;
            });
        }
    }
}
