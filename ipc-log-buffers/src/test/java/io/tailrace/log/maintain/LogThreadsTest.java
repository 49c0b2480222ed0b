/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.TestLog.TERM_LENGTH;
import static io.tailrace.log.TestLog.subscriber;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogPositions;
import io.tailrace.log.TestLog;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.MappedBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * Threads that publish, one that keeps and one that reads: each message arrives once, intact, in the order of its
 * thread.
 */
class LogThreadsTest {
    private static final int ALL_MESSAGES = 60_000;
    private static final int MAX_LENGTH = 1000;
    private static final long PAUSE_NS = 10_000;

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean done;
    private int messages;

    private void start(Runnable runnable) {
        Thread thread = new Thread(() -> {
            try {
                runnable.run();
            } catch (Throwable t) {
                failure.compareAndSet(null, t);
            }
        });
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void publish(Appender appender, int id) {
        MappedBuffer message = MappedBuffer.allocate(MAX_LENGTH);
        Random random = new Random(id);
        for (int i = 0; i < messages && failure.get() == null; i++) {
            int length = 8 + random.nextInt(random.nextInt(10) == 0 ? MAX_LENGTH - 8 : 56);
            message.setMemory(8, length - 8, (byte) (i + id));
            message.putInt(0, id);
            message.putInt(4, i);
            while (appender.offer(message, 0, length) < 0 && failure.get() == null) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    private void keep(LogMaintenance kept) {
        while (!done && failure.get() == null) {
            if (kept.cycle(registrationId -> {}) == 0) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    /** {@return the messages that arrived} */
    private int read(TestLog log, int slot, int publishers) {
        FrameReader reader = new FrameReader(log.log(), log.meta().subscriberPositionAcquire(slot));
        int[] next = new int[publishers];
        int total = 0;
        while (total < publishers * messages && failure.get() == null) {
            int frames = 0;
            for (long header = reader.next(); header != 0 && frames < 64; header = reader.next()) {
                check(reader, header, next);
                reader.consume(header);
                frames++;
            }
            total += frames;
            log.meta().subscriberPositionRelease(slot, reader.position());
            if (frames == 0) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        return total;
    }

    private static void check(FrameReader reader, long header, int[] next) {
        int id = reader.buffer().getInt(reader.payloadOffset());
        assertEquals(next[id]++, reader.buffer().getInt(reader.payloadOffset() + 4), () -> "order of thread " + id);
        for (int i = 8; i < FrameLayout.length(header) - 8; i++) {
            assertEquals((byte) (next[id] - 1 + id), reader.buffer().getByte(reader.payloadOffset() + i));
        }
    }

    private void run(TestLog log, int handles, int threadsOfEach, boolean withKeeper) throws InterruptedException {
        LogMaintenance kept = TestLog.keep(log.log());
        List<Appender> appenders = new ArrayList<>();
        for (int i = 0; i < handles; i++) {
            appenders.add(log.appender(kept.addPublisher(1 + i, 1, 1)));
        }
        int slot = kept.addSubscriber(subscriber(99, 2, 2), JoinAt.TAIL);
        if (withKeeper) {
            start(() -> keep(kept));
        }
        int publishers = handles * threadsOfEach;
        messages = ALL_MESSAGES / publishers;
        for (int i = 0; i < publishers; i++) {
            int id = i;
            start(() -> publish(appenders.get(id % handles), id));
        }
        int read = read(log, slot, publishers);
        done = true;
        for (Thread thread : threads) {
            thread.join();
        }
        assertNull(failure.get(), () -> String.valueOf(failure.get()));
        assertEquals(publishers * messages, read);
        assertTrue(appenders.stream().allMatch(Appender::isQuiet));
        assertEquals(Cleaner.FREE, log.meta().cleanerAcquire());
        LogPositions.check(log.log());
    }

    @Test
    void threadsShareOneHandle() throws InterruptedException {
        run(TestLog.concurrent(), 1, 3, true);
    }

    @Test
    void handlesShareOneLogWithoutReserve() throws InterruptedException {
        run(TestLog.of(LogLayout.KIND_CONCURRENT, TERM_LENGTH / 8, 0).startingAt((1L << 31) - TERM_LENGTH), 2, 2, true);
    }

    @Test
    void oneThreadHasAnExclusiveLog() throws InterruptedException {
        run(TestLog.exclusive(), 1, 1, true);
    }

    @Test
    void twelvePublishersOfTwoThreadsEachGoOnWithoutAKeeper() throws InterruptedException {
        run(TestLog.concurrent(), 12, 2, false);
    }

    @Test
    void aHandleThatIsClosedUnderItsThreadsGetsQuietAndClaimsNoMore() throws InterruptedException {
        TestLog log = TestLog.concurrent();
        LogMaintenance kept = TestLog.keep(log.log());
        Appender appender = log.appender(kept.addPublisher(1, 1, 1));
        kept.addSubscriber(subscriber(99, 2, 2), JoinAt.TAIL);
        kept.cycle(registrationId -> {});
        MappedBuffer message = MappedBuffer.allocate(0);
        CountDownLatch claiming = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            start(() -> {
                for (int n = 0; appender.offer(message, 0, 0) != Appender.CLOSED; n++) {
                    log.meta().limitRelease(log.meta().tailAcquire() % (2L * TERM_LENGTH) + 64);
                    if (n == 1000) {
                        claiming.countDown();
                    }
                }
            });
        }
        claiming.await();

        appender.close();
        while (!appender.isQuiet()) {
            Thread.onSpinWait();
        }
        long tail = log.meta().tailAcquire();
        for (Thread thread : threads) {
            thread.join();
        }

        assertEquals(tail, log.meta().tailAcquire());
        assertNull(failure.get());
    }
}
