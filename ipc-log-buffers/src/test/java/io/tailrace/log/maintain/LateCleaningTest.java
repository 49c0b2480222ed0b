/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogPositions;
import io.tailrace.log.PublisherLimit;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.TestLog;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.read.FrameReader;
import io.tailrace.log.read.OverrunReader;
import io.tailrace.memory.MappedBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Publishers that clean in the keeper's place: it assigns slots, and then does not run unless a test says so. */
class LateCleaningTest {
    private static final long PUBLISHING = 100;
    private static final long SUBSCRIBING = 200;
    private static final int LENGTH = 1016;
    /**
     * Little more than the least stack of a thread: it overflows inside the cleaning, and soon. In a deeper one the
     * compiler inlines thousands of levels into each other, and most overflows happen before the cleaning.
     */
    private static final int LITTLE_STACK = 160 * 1024;

    private TestLog log = TestLog.concurrent();
    private LogMaintenance kept = TestLog.keep(log.log());
    private final MappedBuffer source = MappedBuffer.allocate(TestLog.LONGEST_MESSAGE);
    private long sent;

    private LogMeta meta() {
        return log.meta();
    }

    private Appender publisher(long registrationId) {
        return log.appender(kept.addPublisher(registrationId, PUBLISHING, 1));
    }

    private int subscriber(long registrationId, JoinAt joinAt) {
        return kept.addSubscriber(TestLog.subscriber(registrationId, SUBSCRIBING, 2), joinAt);
    }

    /** Offers numbered messages until there is no more space. */
    private void fill(Appender appender) {
        while (offer(appender) >= 0) {}
    }

    /** As a thread that waits for space: it gives the keeper no time to run. */
    private long offer(Appender appender) {
        source.putLong(0, sent);
        long result = appender.offer(source, 0, LENGTH);
        if (result == Appender.BACK_PRESSURED && appender.hasSpace()) {
            result = appender.offer(source, 0, LENGTH);
        }
        sent += result >= 0 ? 1 : 0;
        return result;
    }

    /** Until no unused clean memory is left; the subscriber has read everything. */
    private void useUp(Appender appender, int slot) {
        while (appender.position() < log.log().constants().reach()) {
            offer(appender);
            read(slot);
        }
        assertEquals(0, meta().cleaningTargetAcquire());
    }

    /** Offers and reads until there is no progress, or many laps are done. */
    private void run(Appender appender, int slot) {
        long end = meta().subscriberPositionAcquire(slot) + 20 * TestLog.RING_LENGTH;
        long before;
        do {
            before = sent;
            fill(appender);
            read(slot);
        } while (sent > before && meta().subscriberPositionAcquire(slot) < end);
    }

    private long read(int slot) {
        FrameReader reader = new FrameReader(log.log(), meta().subscriberPositionAcquire(slot));
        long last = -1;
        for (long header = reader.next(); header != 0; header = reader.next()) {
            long number = reader.buffer().getLong(reader.payloadOffset());
            assertTrue(last < 0 || number == last + 1, () -> "message " + number);
            last = number;
            reader.consume(header);
        }
        meta().subscriberPositionRelease(slot, reader.position());
        return last;
    }

    private void cycle() {
        kept.cycle(registrationId -> {});
    }

    @Test
    void aLogGoesOnWhereNobodyGates() {
        Appender appender = publisher(1);
        int slot = kept.addSubscriber(TestLog.subscriber(2, SUBSCRIBING, 2, SubscriberPolicy.DROP), JoinAt.TAIL);
        OverrunReader reader = new OverrunReader(new FrameReader(log.log(), kept.joinPosition(slot)), null);
        long lost = 0;
        long last = -1;
        while (sent < 10 * TestLog.RING_LENGTH / LENGTH) {
            for (int i = 0; i < 500; i++) {
                assertTrue(offer(appender) > 0, () -> "sent=" + sent);
            }
            for (long header = reader.next(); header != 0; header = reader.next()) {
                if (header == OverrunReader.OVERRUN) {
                    long from = reader.frames().position();
                    lost += reader.skipLost() - from;
                } else {
                    long number = reader.buffer().getLong(0);
                    assertTrue(number > last && (lost > 0 || number == last + 1));
                    last = number;
                    reader.frames().consume(header);
                }
            }
            assertEquals(sent - 1, last);
        }
        assertTrue(lost > 0);
    }

    @Test
    void oneThatHasThePlaceIsWaitedForAndNobodyWaitsInACall() {
        Appender appender = publisher(1);
        publisher(7);
        int slot = subscriber(2, JoinAt.TAIL);
        meta().compareAndSetCleaner(Cleaner.FREE, 7);
        run(appender, slot);
        cycle();

        assertEquals(0, meta().cleaningTargetAcquire());
        assertEquals(7, meta().cleanerAcquire());
        assertEquals(LogMaintenance.NOT_NOW, subscriber(3, JoinAt.OLDEST));
        assertEquals(LogMaintenance.NOT_NOW, subscriber(3, JoinAt.TAIL));
        assertEquals(slot, subscriber(2, JoinAt.TAIL), "one that has its slot already");
        meta().cleanerRelease(Cleaner.FREE);
        assertTrue(subscriber(3, JoinAt.TAIL) >= 0);
    }

    @Test
    void thePlaceOfADeadOneIsTakenOverAndItsChunkDoneAgain() {
        Appender appender = publisher(1);
        kept.addPublisher(7, 77, 1);
        int slot = subscriber(2, JoinAt.TAIL);
        run(appender, slot);
        long clean = meta().cleanPositionAcquire();
        long next = new FrameReader(log.log(), clean).position() + FrameLayout.align(log.lengthAt(clean));
        meta().compareAndSetCleaner(Cleaner.FREE, 7);
        meta().cleaningTargetVolatile(next); // And then it died.
        cycle();
        assertEquals(7, meta().cleanerAcquire(), "it may live");

        kept = TestLog.keep(log.log()); // So did the driver.
        kept.clientDied(77);
        cycle();

        assertEquals(Cleaner.FREE, meta().cleanerAcquire());
        assertTrue(meta().cleanPositionAcquire() >= next);
        assertEquals(meta().cleaningTargetAcquire(), meta().joinPositionAcquire());
        run(appender, slot);
    }

    @Test
    void whatAnotherPublisherLeftIsZeroedFirst() {
        Appender appender = publisher(1);
        int slot = subscriber(2, JoinAt.TAIL);
        useUp(appender, slot);
        long target = FrameLayout.align(HEADER_LENGTH + LENGTH) * 3L;
        meta().cleaningTargetVolatile(target); // Like one that died after the announcement.
        run(appender, slot);

        assertTrue(meta().cleanPositionAcquire() > target);
        LogPositions.check(log.log());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatFailsInsideGivesThePlaceBackLater(boolean closes) {
        Appender appender = publisher(1);
        int slot = subscriber(2, JoinAt.TAIL);
        useUp(appender, slot);
        log.makeTermReadOnly(0, true);
        assertThrows(RuntimeException.class, appender::hasSpace);
        assertEquals(1, meta().cleanerAcquire());
        log.makeTermReadOnly(0, false);

        if (closes) {
            appender.close();
            assertTrue(appender.isQuiet());
        } else {
            appender.maintain();
        }
        assertEquals(Cleaner.FREE, meta().cleanerAcquire());
        if (!closes) {
            run(appender, slot);
            assertTrue(appender.position() > 5 * TestLog.RING_LENGTH);
        }
    }

    @Test
    void bytesThatAreNoFrameAreLeftToTheKeeper() {
        Appender appender = publisher(1);
        int slot = subscriber(2, JoinAt.TAIL);
        useUp(appender, slot);
        subscriber(3, JoinAt.TAIL); // It has not read the frames before.
        kept.removeSubscriber(2);
        log.log().headerRelease(0, FrameLayout.header(3, FrameLayout.TYPE_DATA, 0));

        assertFalse(appender.hasSpace());
        assertEquals(Cleaner.FREE, meta().cleanerAcquire());
    }

    @Test
    void theKeeperGetsASixteenthOfTheTimeForWhichTheLastCleanMemoryLasted() {
        long[] nowNs = {1_000};
        LateCleaning cleaning = new LateCleaning(
                log.log(),
                kept.addPublisher(1, 1, 1),
                new PublisherLimit(log.log()),
                Waker.Source.NONE,
                () -> nowNs[0]);
        assertDueAfter(cleaning, nowNs, 160_000, 10_000);
        meta().cleanPositionRelease(8); // Another party has cleaned.
        assertDueAfter(cleaning, nowNs, 16_000, 1_000 + 10_000 / 16);
        meta().cleanPositionRelease(16);
        assertDueAfter(cleaning, nowNs, 3_600_000_000_000L, 1_000_000);
    }

    private static void assertDueAfter(LateCleaning cleaning, long[] nowNs, long lastedNs, long patienceNs) {
        nowNs[0] += lastedNs;
        assertFalse(cleaning.isDue());
        nowNs[0] += patienceNs - 1;
        assertFalse(cleaning.isDue());
        nowNs[0]++;
        assertTrue(cleaning.isDue());
    }

    /** Of a log with a term of messages, which its subscriber has read. */
    private LateCleaning cleaningOfATerm() {
        int slot = subscriber(2, JoinAt.TAIL);
        log.commitUpTo(0, TestLog.TERM_LENGTH, 0);
        meta().tailRelease(TestLog.TERM_LENGTH);
        log.readAll(slot);
        return new LateCleaning(
                log.log(), kept.addPublisher(1, 1, 1), new PublisherLimit(log.log()), Waker.Source.NONE, () -> 0);
    }

    @Test
    void aClosedHandleCleansNoMore() {
        LateCleaning cleaning = cleaningOfATerm();
        assertTrue(cleaning.cleanChunk());

        cleaning.close();

        assertFalse(cleaning.cleanChunk());
        assertTrue(cleaning.isQuiet());
    }

    /** It joins after the publisher has found that it lacks clean memory, and before it has the place. */
    @Test
    void whatASubscriberThatComesMeanwhileHasNotReadIsNotCleaned() {
        LateCleaning cleaning = cleaningOfATerm();
        int late = subscriber(3, JoinAt.OLDEST);

        assertFalse(cleaning.cleanChunk());
        assertEquals(kept.joinPosition(late), meta().cleaningTargetAcquire());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStackOverflowInsideLeavesNothingTaken(boolean exclusive) throws InterruptedException {
        log = TestLog.of(exclusive);
        kept = TestLog.keep(log.log());
        Appender appender = publisher(1);
        int slot = subscriber(2, JoinAt.TAIL);
        while (meta().cleanPositionAcquire() <= TestLog.RING_LENGTH) {
            runWithLittleStack(() -> {
                for (int n = 0; n < 60; n++) {
                    appender.offer(source, 0, LENGTH);
                    appender.hasSpace();
                }
            });
            appender.maintain();
            assertEquals(Cleaner.FREE, meta().cleanerAcquire());
            log.readAll(slot);
        }
        LogPositions.check(log.log());
        appender.close();
        assertTrue(appender.isQuiet());
    }

    private static void runWithLittleStack(Runnable task) throws InterruptedException {
        Thread thread = new Thread(null, () -> dive(task), "diver", LITTLE_STACK);
        thread.start();
        thread.join();
    }

    /** Runs out of stack, each time a little later, until it does not. */
    @SuppressWarnings("InfiniteRecursion") // Intended.
    private static boolean dive(Runnable task) {
        boolean done = false;
        try {
            done = dive(task);
        } catch (StackOverflowError e) {
            // At this depth no call is possible.
        }
        if (!done) {
            try {
                task.run();
                done = true;
            } catch (StackOverflowError e) {
                // Next time there is more stack.
            }
        }
        return done;
    }
}
