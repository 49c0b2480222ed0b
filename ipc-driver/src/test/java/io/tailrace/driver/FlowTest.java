/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.testing.Await;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A subscription as a publisher of {@link Flow}; {@link FlowRulesTest} checks the rules for all such publishers. */
final class FlowTest extends WithThreads {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private static final class Taker implements Flow.Subscriber<Integer> {
        final BlockingQueue<Integer> items = new LinkedBlockingQueue<>();
        final BlockingQueue<String> ends = new LinkedBlockingQueue<>();
        volatile Flow.@Nullable Subscription subscription;
        volatile @Nullable Throwable error;
        volatile int throwsAt = -1;

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription = newSubscription;
        }

        @Override
        public void onNext(Integer item) {
            items.add(item);
            if (item == throwsAt) {
                throw new UnsupportedOperationException("item=" + item);
            }
        }

        @Override
        public void onError(Throwable newError) {
            error = newError;
            ends.add("error");
        }

        @Override
        public void onComplete() {
            ends.add("complete");
        }

        void request(long count) {
            Flow.Subscription known = subscription;
            assertTrue(known != null);
            known.request(count);
        }

        List<Integer> take(int count) {
            Await.until(count + " items", () -> items.size() >= count);
            List<Integer> taken = List.copyOf(items);
            items.clear();
            return taken;
        }
    }

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Taker taker = new Taker();
    private Tailrace client;
    private Subscription subscription;
    private Publication publication;
    private Flow.Publisher<Integer> flow;

    @BeforeEach
    void join() {
        client = connect();
        subscription = client.addSubscription(STREAM);
        publication = client.addPublication(STREAM);
        assertTrue(publication.awaitSubscribers(1, DEADLINE));
        flow = subscription.publisher((buffer, offset, length, header) -> buffer.getInt(offset), threads);
    }

    @AfterEach
    void leave() {
        client.close();
        threads.shutdownNow();
    }

    private void offer(int from, int to) {
        for (int i = from; i < to; i++) {
            publication.offer(Messages.of(new byte[] {(byte) i, 0, 0, 0}), 0, Integer.BYTES, DEADLINE);
        }
    }

    private static List<Integer> numbers(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    @Test
    void withoutDemandThePublisherIsHeldBack() {
        flow.subscribe(taker);
        Messages.fill(publication, 1000);
        assertEquals(OfferStatus.BACK_PRESSURED_CODE, publication.offer(new byte[1000]));
        taker.request(Long.MAX_VALUE);
        assertTrue(publication.offer(new byte[1000], DEADLINE) > 0);
    }

    /** The thread that waits for a message is woken by it, by a cancel, and by the close. */
    @Test
    void aMessageThatComesLaterIsDelivered() throws Exception {
        flow.subscribe(taker);
        taker.request(Long.MAX_VALUE);
        for (int i = 0; i < 5; i++) {
            Thread.sleep(20);
            offer(i, i + 1);
            assertEquals(List.of(i), taker.take(1));
        }
        subscription.close();
        assertEquals("complete", taker.ends.take());
    }

    @Test
    void theCloseIsToldWithoutDemand() throws Exception {
        flow.subscribe(taker);
        subscription.close();
        assertEquals("complete", taker.ends.take());
        Taker late = new Taker();
        flow.subscribe(late);
        assertEquals("complete", late.ends.take());
    }

    @Test
    void oneSubscriberAtATimeAndTheNextOneGoesOn() throws Exception {
        flow.subscribe(taker);
        Taker second = new Taker();
        flow.subscribe(second);
        assertEquals("error", second.ends.take());
        assertInstanceOf(IllegalStateException.class, second.error);
        offer(0, 10);
        taker.request(4);
        assertEquals(numbers(0, 4), taker.take(4));

        Flow.Subscription known = taker.subscription;
        assertTrue(known != null);
        known.cancel();
        Taker third = new Taker();
        Await.until("it is free", () -> {
            third.ends.clear();
            flow.subscribe(third);
            third.request(10);
            return third.ends.isEmpty() && !third.items.isEmpty();
        });
        assertEquals(numbers(4, 10), third.take(6));
        assertEquals(0, taker.ends.size(), "a subscriber that cancels gets no signal");
    }

    @Test
    void aSubscriberThatHasCancelledIsCollected() {
        WeakReference<Taker> cancelled = subscribeAndCancel();
        Await.until("it is garbage", () -> {
            System.gc();
            return cancelled.refersTo(null);
        });
    }

    private WeakReference<Taker> subscribeAndCancel() {
        Taker one = new Taker();
        flow.subscribe(one);
        one.request(1);
        offer(0, 1);
        one.take(1);
        Flow.Subscription known = one.subscription;
        assertTrue(known != null);
        known.cancel();
        return new WeakReference<>(one);
    }

    @Test
    void whereTheMapperThrowsItEnds() throws Exception {
        IOException cause = new IOException("no item");
        Flow.Publisher<Integer> failing = subscription.publisher(
                (buffer, offset, length, header) -> {
                    if (buffer.getInt(offset) == 1) {
                        throw cause;
                    }
                    return buffer.getInt(offset);
                },
                threads);
        failing.subscribe(taker);
        offer(0, 3);
        taker.request(2);
        assertEquals("error", taker.ends.take());
        assertSame(cause, taker.error);
        assertEquals(numbers(0, 1), taker.take(1));
    }

    @Test
    void whereTheExecutorRefusesItEnds() throws Exception {
        flow.subscribe(taker);
        threads.shutdown();
        taker.request(1);
        assertEquals("error", taker.ends.take());
        assertInstanceOf(RejectedExecutionException.class, taker.error);
        assertNull(taker.items.poll());
    }
}
