/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.joint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every kind of joint. */
@Timeout(60)
class JointTest {
    private static final int CAPACITY = 8;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** A joint with the number of its consumers. */
    record Subject(JointKind kind, int consumers) {
        Joint<Long> newJoint() {
            return consumers == 1 ? kind.newForOneConsumer(CAPACITY) : kind.newForManyConsumers(CAPACITY);
        }
    }

    static Stream<Subject> subjects() {
        return Arrays.stream(JointKind.values()).flatMap(kind -> Stream.of(new Subject(kind, 1), new Subject(kind, 3)));
    }

    @AfterEach
    void end() throws InterruptedException {
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(10, TimeUnit.SECONDS));
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void eachItemIsTakenOnceAndThoseOfOneProducerInTheirOrder(Subject subject) throws Exception {
        int producers = 4;
        long each = 50_000;
        Joint<Long> joint = subject.newJoint();
        List<Future<List<Long>>> consumers = new ArrayList<>();
        for (int i = 0; i < subject.consumers(); i++) {
            consumers.add(threads.submit(() -> takeAll(joint)));
        }
        List<Future<?>> puts = new ArrayList<>();
        for (long producer = 0; producer < producers; producer++) {
            long first = producer * each;
            puts.add(threads.submit((Callable<Void>) () -> {
                for (long i = 0; i < each; i++) {
                    joint.put(first + i);
                }
                return null;
            }));
        }
        for (Future<?> put : puts) {
            put.get();
        }
        joint.close();
        int[] seen = new int[(int) (producers * each)];
        for (Future<List<Long>> consumer : consumers) {
            long[] last = new long[producers];
            Arrays.fill(last, -1);
            for (long item : consumer.get()) {
                int producer = (int) (item / each);
                assertTrue(item > last[producer], "order");
                last[producer] = item;
                seen[(int) item]++;
            }
        }
        assertTrue(Arrays.stream(seen).allMatch(count -> count == 1), "each once");
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void aFullOneHoldsBackWhoPuts(Subject subject) throws Exception {
        Joint<Long> joint = subject.newJoint();
        AtomicInteger count = new AtomicInteger();
        Future<Void> producer = threads.submit(() -> {
            for (long i = 0; i < 3L * CAPACITY; i++) {
                joint.put(i);
                count.incrementAndGet();
            }
            return null;
        });
        awaitCount(count, CAPACITY);
        Thread.sleep(50);
        assertEquals(CAPACITY, count.get());
        assertEquals(CAPACITY, joint.size());
        assertEquals(CAPACITY, joint.capacity());
        for (long i = 0; i < CAPACITY / 2; i++) {
            assertEquals(i, joint.take());
        }
        awaitCount(count, CAPACITY + CAPACITY / 2);
        for (long i = CAPACITY / 2; i < 3L * CAPACITY; i++) {
            assertEquals(i, joint.take());
        }
        producer.get();
        assertEquals(0, joint.size());
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void theEndComesBehindTheLastItemToEachConsumerAndStays(Subject subject) throws Exception {
        Joint<Long> joint = subject.newJoint();
        joint.put(1L);
        joint.close();
        assertEquals(1, joint.take());
        for (int i = 0; i < 5; i++) {
            assertNull(joint.take());
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void whoWaitsIsTheOneWhoIsInterrupted(Subject subject) throws Exception {
        Joint<Long> full = subject.newJoint();
        for (long i = 0; i < CAPACITY; i++) {
            full.put(i);
        }
        assertInterruptEnds(() -> {
            full.put(9L);
            return null;
        });
        Joint<Long> empty = subject.newJoint();
        assertInterruptEnds(empty::take);
    }

    @ParameterizedTest
    @EnumSource(JointKind.class)
    void oneOfAnySizeWorks(JointKind kind) throws Exception {
        for (int capacity : new int[] {1, 2, 3, 1000}) {
            for (Joint<Integer> joint :
                    List.of(kind.<Integer>newForOneConsumer(capacity), kind.<Integer>newForManyConsumers(capacity))) {
                assertTrue(joint.capacity() >= capacity && joint.capacity() <= Math.max(2, 2 * capacity));
                for (int i = 0; i < 3 * capacity; i++) {
                    joint.put(i);
                    assertEquals(i, joint.take());
                }
            }
        }
    }

    /** The queue is found empty, and before the thread goes on the last item comes, and the end. */
    @Test
    void whatIsPutJustBeforeTheEndIsTaken() throws Exception {
        List<PolledJoint<Integer>> made = new ArrayList<>();
        CountedQueue<Integer> queue = new CountedQueue<>(2) {
            private boolean isFirst = true;

            @Override
            public Integer poll() {
                Integer item = super.poll();
                if (isFirst) {
                    isFirst = false;
                    offer(1);
                    made.get(0).close();
                }
                return item;
            }
        };
        made.add(new PolledJoint<>(queue, 2));
        assertEquals(1, made.get(0).take());
        assertNull(made.get(0).take());
    }

    @Test
    void theCountOfAQueueIsNeverAboveItsCapacity() throws Exception {
        CountedQueue<Integer> queue = new CountedQueue<>(2);
        assertTrue(queue.offer(1) && queue.offer(2) && !queue.offer(3));
        assertEquals(1, queue.peek());
        assertEquals(1, queue.poll());
        assertTrue(queue.offer(3));
        assertEquals(List.of(2, 3), List.copyOf(queue));
        assertEquals(2, queue.size());
    }

    private void assertInterruptEnds(Callable<?> call) throws Exception {
        Thread[] thread = new Thread[1];
        Future<?> future = threads.submit(() -> {
            thread[0] = Thread.currentThread();
            return call.call();
        });
        Thread.sleep(50);
        thread[0].interrupt();
        try {
            future.get(10, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            assertInstanceOf(InterruptedException.class, e.getCause());
            return;
        }
        throw new AssertionError("did not wait");
    }

    private static List<Long> takeAll(Joint<Long> joint) throws InterruptedException {
        List<Long> items = new ArrayList<>();
        Long item = joint.take();
        while (item != null) {
            items.add(item);
            item = joint.take();
        }
        return items;
    }

    private static void awaitCount(AtomicInteger count, int expected) throws InterruptedException {
        while (count.get() < expected) {
            Thread.sleep(1);
        }
    }
}
