/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.tailrace.log.JoinAt;
import io.tailrace.log.TestLog;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.log.publish.ExclusiveAppender;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A million messages through a log, kept and read by one thread, make no garbage: neither offer, poll nor keeper. */
class ZeroAllocationTest {
    private static final int MESSAGES = 1_000_000;
    private static final int WARM_UP = 20_000;
    private static final int BURST = 50;
    /** The JVM may allocate a few bytes itself when it throws compiled code away; our code would do so every time. */
    private static final int ATTEMPTS = 10;

    private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private final MappedBuffer source = MappedBuffer.allocate(256);
    private final byte[] array = new byte[45];
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(60).position(5).limit(50);
    private final BufferVector[] vectors = {
        new BufferVector().reset(source, 0, 40),
        new BufferVector().reset(source, 8, 0),
        new BufferVector().reset(source, 40, 33)
    };

    /** One way to publish {@code messages} of them. */
    private interface Way {
        long publish(Appender appender);
    }

    private long offer(Appender appender) {
        return appender.offer(source, 3, 45);
    }

    private boolean keeps = true;

    private long offerTwoParts(Appender appender) {
        return appender.offer(source, 3, 45, source, 99, 100);
    }

    private long offerVectors(Appender appender) {
        return appender.offer(vectors);
    }

    private long offerArray(Appender appender) {
        return appender.offer(array);
    }

    private long offerByteBuffer(Appender appender) {
        return appender.offer(bytes);
    }

    private long claimAndCommit(Appender appender) {
        long position = appender.claimToHold(24);
        if (position >= 0) {
            appender.log().term(position).putLong(appender.log().offset(position) + HEADER_LENGTH, position);
            appender.commitHeld(position, HEADER_LENGTH + 16);
        }
        return position;
    }

    private long claimAndAbort(Appender appender) {
        long position = appender.claimToHold(24);
        if (position >= 0) {
            appender.abortHeld(position, HEADER_LENGTH + 16);
        }
        return claimAndCommit(appender);
    }

    private long batch(Appender appender) {
        return appender.offerBatch(vectors, 1);
    }

    private void assertNoGarbage(TestLog log, LogMaintenance kept, Appender appender, Way way) {
        assumeTrue(threads.isThreadAllocatedMemoryEnabled());
        int slot = kept.addSubscriber(2, 2, 2, JoinAt.TAIL);
        FrameReader reader = new FrameReader(log.log(), kept.joinPosition(slot));
        long allocated = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS && allocated > 0; attempt++) {
            run(log, kept, appender, way, reader, slot, WARM_UP);
            long before = threads.getCurrentThreadAllocatedBytes();
            run(log, kept, appender, way, reader, slot, MESSAGES);
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertEquals(0, allocated, "bytes allocated by " + MESSAGES + " messages");
        kept.removeSubscriber(2);
    }

    private void run(
            TestLog log, LogMaintenance kept, Appender appender, Way way, FrameReader reader, int slot, int messages) {
        int read = 0;
        while (read < messages) {
            if (keeps) {
                kept.cycle(registrationId -> {});
            }
            for (int i = 0; i < BURST; i++) {
                way.publish(appender);
            }
            appender.maintain();
            for (long header = reader.next(); header != 0; header = reader.next()) {
                reader.consume(header);
                read++;
            }
            log.meta().subscriberPositionRelease(slot, reader.position());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPublisherThatCleansAllocatesNothing(boolean exclusive) {
        TestLog log = exclusive ? TestLog.exclusive() : TestLog.concurrent();
        LogMaintenance kept = new LogMaintenance(log.log());
        int slot = kept.addPublisher(1, 1, 1);
        Appender appender =
                exclusive ? new ExclusiveAppender(log.log(), slot) : new ConcurrentAppender(log.log(), slot);
        keeps = false;

        assertNoGarbage(log, kept, appender, this::offer);

        assertTrue(log.meta().cleanPositionAcquire() > 2 * TestLog.RING_LENGTH, "no other party has cleaned");
    }

    @Test
    void offersAndReadsOfAConcurrentLogAllocateNothing() {
        TestLog log = TestLog.concurrent();
        LogMaintenance kept = new LogMaintenance(log.log());
        Appender appender = new ConcurrentAppender(log.log(), kept.addPublisher(1, 1, 1));

        assertNoGarbage(log, kept, appender, this::offer);
        assertNoGarbage(log, kept, appender, this::offerTwoParts);
        assertNoGarbage(log, kept, appender, this::offerVectors);
        assertNoGarbage(log, kept, appender, this::offerArray);
        assertNoGarbage(log, kept, appender, this::offerByteBuffer);
        assertNoGarbage(log, kept, appender, this::claimAndCommit);
        assertNoGarbage(log, kept, appender, this::claimAndAbort);
        assertNoGarbage(log, kept, appender, this::batch);
    }

    @Test
    void offersAndReadsOfAnExclusiveLogAllocateNothing() {
        TestLog log = TestLog.exclusive();
        LogMaintenance kept = new LogMaintenance(log.log());
        Appender appender = new ExclusiveAppender(log.log(), kept.addPublisher(1, 1, 1));

        assertNoGarbage(log, kept, appender, this::offer);
        assertNoGarbage(log, kept, appender, this::offerTwoParts);
        assertNoGarbage(log, kept, appender, this::offerVectors);
        assertNoGarbage(log, kept, appender, this::offerArray);
        assertNoGarbage(log, kept, appender, this::offerByteBuffer);
        assertNoGarbage(log, kept, appender, this::claimAndCommit);
        assertNoGarbage(log, kept, appender, this::claimAndAbort);
        assertNoGarbage(log, kept, appender, this::batch);
    }
}
