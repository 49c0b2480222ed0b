/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.TestLog.subscriber;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.tailrace.log.JoinAt;
import io.tailrace.log.TestLog;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.MappedBuffer;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Messages through a log, by one thread, make no garbage: neither offers, claims, reads and the keeper, nor a publisher
 * that cleans in its place. The test of this name with a driver has every way to offer.
 */
class ZeroAllocationTest {
    private static final int MESSAGES = Math.max(200_000, 10_000 * Integer.getInteger("tailrace.test.rounds", 10));
    private static final int WARM_UP = 20_000;
    private static final int BURST = 50;
    /** The JVM may allocate a few bytes itself when it throws compiled code away; our code would do so every time. */
    private static final int ATTEMPTS = 10;

    private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private final MappedBuffer source = MappedBuffer.allocate(256);

    /** Offers a message, commits a claim and aborts one. */
    private void publish(Appender appender) {
        appender.offer(source, 3, 45);
        long position = appender.claimToHold(24);
        if (position >= 0) {
            appender.log().term(position).putLong(appender.log().offset(position) + HEADER_LENGTH, position);
            appender.commitHeld(position, HEADER_LENGTH + 16);
        }
        position = appender.claimToHold(24);
        if (position >= 0) {
            appender.abortHeld(position, HEADER_LENGTH + 16);
        }
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void nothingIsAllocated(boolean exclusive, boolean keeps) {
        assumeTrue(threads.isThreadAllocatedMemoryEnabled());
        TestLog log = TestLog.of(exclusive);
        LogMaintenance kept = TestLog.keep(log.log());
        Appender appender = log.appender(kept.addPublisher(1, 1, 1));
        int slot = kept.addSubscriber(subscriber(2, 2, 2), JoinAt.TAIL);
        FrameReader reader = new FrameReader(log.log(), kept.joinPosition(slot));
        IntConsumer exchange = messages -> {
            int read = 0;
            while (read < messages) {
                if (keeps) {
                    kept.cycle(registrationId -> {});
                }
                for (int i = 0; i < BURST; i++) {
                    publish(appender);
                }
                appender.maintain();
                for (long header = reader.next(); header != 0; header = reader.next()) {
                    reader.consume(header);
                    read++;
                }
                log.meta().subscriberPositionRelease(slot, reader.position());
            }
        };
        long allocated = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS && allocated > 0; attempt++) {
            exchange.accept(WARM_UP);
            long before = threads.getCurrentThreadAllocatedBytes();
            exchange.accept(MESSAGES);
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }

        assertEquals(0, allocated, "bytes allocated by " + MESSAGES + " messages");
        assertTrue(log.meta().cleanPositionAcquire() > 2 * TestLog.RING_LENGTH, "it has come round");
    }
}
