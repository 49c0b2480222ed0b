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
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages through a log, kept and read by one thread, make no garbage: neither offer, poll nor keeper. */
class ZeroAllocationTest {
    private static final int MESSAGES = Math.max(200_000, 10_000 * Integer.getInteger("tailrace.test.rounds", 10));
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

    private boolean keeps = true;

    /** One way to publish {@code messages} of them. */
    private interface Way {
        long publish(Appender appender);
    }

    private long offer(Appender appender) {
        return appender.offer(source, 3, 45);
    }

    private static long claimAndCommit(Appender appender) {
        long position = appender.claimToHold(24);
        if (position >= 0) {
            appender.log().term(position).putLong(appender.log().offset(position) + HEADER_LENGTH, position);
            appender.commitHeld(position, HEADER_LENGTH + 16);
        }
        return position;
    }

    private static long claimAndAbort(Appender appender) {
        long position = appender.claimToHold(24);
        if (position >= 0) {
            appender.abortHeld(position, HEADER_LENGTH + 16);
        }
        return claimAndCommit(appender);
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
        TestLog log = TestLog.of(exclusive);
        LogMaintenance kept = new LogMaintenance(log.log());
        keeps = false;

        assertNoGarbage(log, kept, log.appender(kept.addPublisher(1, 1, 1)), this::offer);

        assertTrue(log.meta().cleanPositionAcquire() > 2 * TestLog.RING_LENGTH, "no other party has cleaned");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void offersAndReadsAllocateNothing(boolean exclusive) {
        TestLog log = TestLog.of(exclusive);
        LogMaintenance kept = new LogMaintenance(log.log());
        Appender appender = log.appender(kept.addPublisher(1, 1, 1));
        List<Way> ways = List.of(
                this::offer,
                to -> to.offer(source, 3, 45, source, 99, 100),
                to -> to.offer(array),
                to -> to.offer(bytes),
                ZeroAllocationTest::claimAndCommit,
                ZeroAllocationTest::claimAndAbort,
                to -> to.offerBatch(vectors, 1));
        for (Way way : ways) {
            assertNoGarbage(log, kept, appender, way);
        }
    }
}
