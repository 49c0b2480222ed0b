/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.injector.CooperativeConfig;
import io.tailrace.injector.CooperativeWorkers;
import io.tailrace.injector.Tasklet;
import io.tailrace.injector.Tasklet.Progress;
import io.tailrace.injector.TaskletHandle;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.system.Await;
import io.tailrace.testing.MemoryDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Subscriptions that are polled by cooperative workers. */
final class SubscriptionTaskletTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int MESSAGES = 100_000;

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    private final Queue<Throwable> reported = new ConcurrentLinkedQueue<>();
    private MediaDriver driver;
    private Tailrace client;

    @BeforeEach
    void open() {
        driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(parent.resolve("driver")));
        client = Tailrace.connect(TailraceConfig.DEFAULT.withDirectory(driver.directory()));
    }

    @AfterEach
    void close() {
        client.close();
        driver.close();
    }

    private CooperativeWorkers workers(int threads) {
        return new CooperativeWorkers(CooperativeConfig.DEFAULT
                .withThreads(threads)
                .withFailureHandler((tasklet, error) -> reported.add(error)));
    }

    /** Checks that messages arrive in order. */
    private static final class InOrder {
        private volatile long count;
        private final FrameHandler handler = (buffer, offset, length, header) -> {
            assertEquals(count, buffer.getLong(offset));
            take();
        };

        @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread at a time
        private void take() {
            count++;
        }
    }

    private static void publish(Publication publication, MappedBuffer message, long number) {
        message.putLong(0, number);
        while (publication.offer(message, 0, Long.BYTES) < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aCallIsAPoll() throws Exception {
        try (Publication publication = client.addPublication("stream");
                Subscription subscription = client.addSubscription("stream")) {
            InOrder inOrder = new InOrder();
            Tasklet tasklet = subscription.tasklet(inOrder.handler, 2);
            assertEquals(Progress.NO_PROGRESS, tasklet.call());
            Await.until("all in time", publication::isConnected);
            MappedBuffer message = MappedBuffer.allocate(Long.BYTES);
            for (int i = 0; i < 3; i++) {
                publish(publication, message, i);
            }
            Await.until("all in time", subscription::isConnected);
            assertEquals(Progress.PROGRESS, tasklet.call());
            assertEquals(2, inOrder.count);
            assertEquals(Progress.PROGRESS, tasklet.call());
            assertEquals(Progress.NO_PROGRESS, tasklet.call());
            assertEquals(3, inOrder.count);
            subscription.close();
            assertEquals(Progress.DONE, tasklet.call());
        }
    }

    @Test
    void twoThreadsServeManyStreams() throws InterruptedException {
        List<Publication> publications = new ArrayList<>();
        List<Subscription> subscriptions = new ArrayList<>();
        List<InOrder> received = new ArrayList<>();
        List<TaskletHandle> handles = new ArrayList<>();
        try (CooperativeWorkers workers = workers(2)) {
            for (int i = 0; i < 5; i++) {
                publications.add(client.addPublication("stream-" + i));
                Subscription subscription = client.addSubscription("stream-" + i);
                subscriptions.add(subscription);
                InOrder inOrder = new InOrder();
                received.add(inOrder);
                handles.add(workers.add(subscription.tasklet(inOrder.handler, 100)));
            }
            Await.until("all in time", () -> publications.stream().allMatch(Publication::isConnected));
            MappedBuffer message = MappedBuffer.allocate(Long.BYTES);
            for (int i = 0; i < MESSAGES; i++) {
                publish(publications.get(i % 5), message, i / 5);
            }
            Await.until("all in time", () -> received.stream().allMatch(each -> each.count == MESSAGES / 5));
            subscriptions.forEach(Subscription::close);
            for (TaskletHandle handle : handles) {
                assertTrue(handle.awaitEnd(LONG));
            }
        }
        assertEquals(List.of(), List.copyOf(reported));
    }

    @Test
    void aHandlerThatThrowsEndsItsTaskletAlone() throws InterruptedException {
        try (CooperativeWorkers workers = workers(1);
                Publication publication = client.addPublication("stream");
                Subscription failing = client.addSubscription("stream");
                Subscription other = client.addSubscription("stream")) {
            InOrder inOrder = new InOrder();
            TaskletHandle handle = workers.add(failing.tasklet(
                    (buffer, offset, length, header) -> {
                        throw new IllegalStateException("expected");
                    },
                    1));
            workers.add(other.tasklet(inOrder.handler, 1));
            Await.until("all in time", publication::isConnected);
            MappedBuffer message = MappedBuffer.allocate(Long.BYTES);
            publish(publication, message, 0);
            assertTrue(handle.awaitEnd(LONG));
            publish(publication, message, 1);
            Await.until("all in time", () -> inOrder.count == 2);
            assertEquals("expected", reported.remove().getMessage());
            assertFalse(failing.isClosed());
        }
    }
}
