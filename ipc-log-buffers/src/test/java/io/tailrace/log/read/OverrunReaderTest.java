/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import static io.tailrace.log.LogLayout.NONE;
import static io.tailrace.log.SubscriberPolicy.DROP;
import static io.tailrace.log.TestLog.LONGEST_MESSAGE;
import static io.tailrace.log.TestLog.TERM_LENGTH;
import static io.tailrace.log.TestLog.bytes;
import static io.tailrace.log.TestLog.subscriber;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.JoinAt;
import io.tailrace.log.TestLog;
import io.tailrace.log.Waker;
import io.tailrace.log.maintain.LogMaintenance;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.log.publish.ExclusiveAppender;
import io.tailrace.memory.CorruptLogException;
import io.tailrace.memory.MappedBuffer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OverrunReaderTest {
    private static final int MESSAGES = 200_000;
    private static final int MAX_LONGS = 40;

    private final MappedBuffer source = MappedBuffer.of(bytes(LONGEST_MESSAGE, 1));

    @Test
    void itCopiesMessagesOfAnyLength() {
        TestLog log = TestLog.concurrent().open(TERM_LENGTH);
        ConcurrentAppender appender = new ConcurrentAppender(log.log(), 0, Waker.Source.NONE);
        OverrunReader reader = new OverrunReader(new FrameReader(log.log(), 0), null);
        for (int length : new int[] {0, 8, 5000, LONGEST_MESSAGE}) {
            appender.offer(source, 0, length);
            long header = reader.next();
            assertEquals(length, FrameLayout.length(header) - 8);
            for (int i = 0; i < length; i++) {
                assertEquals(source.getByte(i), reader.buffer().getByte(i));
            }
            reader.frames().consume(header);
            assertEquals(0, reader.next());
        }
    }

    @Test
    void whatIsAnnouncedForCleaningIsLostEvenIfItIsStillThere() {
        TestLog log = TestLog.concurrent().open(TERM_LENGTH);
        log.commitUpTo(0, TERM_LENGTH, 0);
        OverrunReader reader = new OverrunReader(new FrameReader(log.log(), 0), null);
        reader.frames().consume(reader.next());
        long lostFrom = reader.frames().position();

        long target = 2 * lostFrom;
        log.meta().cleaningTargetVolatile(target);

        assertEquals(OverrunReader.OVERRUN, reader.next());
        assertEquals(lostFrom, reader.frames().position());
        assertEquals(target, reader.skipLost());
        assertTrue(reader.next() > 0);
    }

    @Test
    void aMessageLongerThanTheLongestIsCorrupt() {
        TestLog log = TestLog.concurrent().open(TERM_LENGTH);
        log.log().headerRelease(0, FrameLayout.header(LONGEST_MESSAGE + 16, FrameLayout.TYPE_DATA, 0));
        OverrunReader reader = new OverrunReader(new FrameReader(log.log(), 0), null);

        assertThrows(CorruptLogException.class, reader::next);
    }

    @Test
    void aDeadClaimInFrontOfItAloneIsPadded() {
        TestLog log = TestLog.concurrent();
        LogMaintenance kept = TestLog.keep(log.log());
        int publisher = kept.addPublisher(1, 100, 11);
        kept.addPublisher(2, 200, 22);
        int slow = kept.addSubscriber(subscriber(3, 300, 33), JoinAt.TAIL);
        log.commit(log.meta().getAndAddTail(16), 8, publisher);
        int dropping = kept.addSubscriber(subscriber(4, 400, 44, DROP), JoinAt.TAIL);
        long claim = log.meta().getAndAddTail(64);
        log.claimHeader(claim, 64, publisher);
        assertEquals(claim, kept.joinPosition(dropping));
        assertEquals(0, kept.joinPosition(slow));

        kept.clientDied(100);
        kept.cycle(registrationId -> {});

        assertEquals(FrameLayout.TYPE_PAD, FrameLayout.type(log.header(claim)));
    }

    @Test
    void anOverrunPositionIsNoPlaceToUnblock() {
        TestLog log = TestLog.concurrent();
        LogMaintenance kept = TestLog.keep(log.log());
        int publisher = kept.addPublisher(1, 100, 11);
        kept.addSubscriber(subscriber(4, 400, 44, DROP), JoinAt.TAIL);
        long position = 0;
        // It stays at 0, where after three laps there may be a header of a dead publisher.
        while (position < 6L * TERM_LENGTH) {
            position = log.meta().getAndAddTail(1024);
            log.commit(position, 1016, publisher);
            kept.cycle(registrationId -> {});
        }
        long claim = log.meta().getAndAddTail(1024);
        log.claimHeader(claim, 1024, publisher);
        kept.clientDied(100);
        kept.cycle(registrationId -> {});

        assertEquals(1024, kept.paddedBytes());
        assertEquals(claim + 1024, log.meta().endPositionAcquire(), "there is no publisher any more");
    }

    /**
     * A publisher that is not held back, and a reader that is far too slow: its messages are intact and in order, and
     * together with the reported losses they make up the log without a gap.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nothingTornIsDeliveredAndEveryGapIsTold(boolean exclusive) throws InterruptedException {
        TestLog log = TestLog.of(exclusive);
        LogMaintenance kept = TestLog.keep(log.log());
        int publisher = kept.addPublisher(1, 1, 1);
        int slot = kept.addSubscriber(subscriber(2, 2, 2, DROP), JoinAt.TAIL);
        Appender appender = log.appender(publisher);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread publishing = new Thread(() -> {
            try {
                publish(appender, kept);
                appender.close();
                if (appender instanceof ExclusiveAppender owner) {
                    owner.publishFinalTail();
                }
                kept.endPublisher(1);
                while (log.meta().endPositionAcquire() == NONE) {
                    kept.cycle(registrationId -> {});
                }
            } catch (Throwable t) {
                failure.set(t);
            }
        });
        publishing.setDaemon(true);
        publishing.start();

        Account account = new Account(new OverrunReader(new FrameReader(log.log(), kept.joinPosition(slot)), null));
        while (account.position() < log.meta().endPositionAcquire() && failure.get() == null) {
            account.read();
            log.meta().subscriberPositionRelease(slot, account.position());
        }
        publishing.join();

        assertNull(failure.get(), () -> String.valueOf(failure.get()));
        assertEquals(log.meta().endPositionAcquire(), account.readBytes + account.lostBytes);
        assertTrue(account.lostBytes > 0 && account.messages > 0, "lost=" + account.lostBytes);
        System.out.println("OverrunReaderTest exclusive=" + exclusive + ", messages=" + account.messages
                + ", lostBytes=" + account.lostBytes + " of " + log.meta().endPositionAcquire());
    }

    /** Each message is one number, repeated. */
    private static void publish(Appender appender, LogMaintenance kept) {
        MappedBuffer message = MappedBuffer.allocate(MAX_LONGS * Long.BYTES);
        for (long number = 1; number <= MESSAGES; number++) {
            int length = (1 + (int) (number % MAX_LONGS)) * Long.BYTES;
            for (int i = 0; i < length; i += Long.BYTES) {
                message.putLong(i, number);
            }
            while (appender.offer(message, 0, length) < 0) {
                kept.cycle(registrationId -> {});
            }
        }
    }

    /** The messages that a reader got and lost. */
    private static final class Account {
        private final OverrunReader reader;
        private long lastNumber;
        private long readBytes;
        private long lostBytes;
        private int messages;

        Account(OverrunReader reader) {
            this.reader = reader;
        }

        long position() {
            return reader.frames().position();
        }

        void read() {
            long before = reader.frames().position();
            long header = reader.next();
            readBytes += reader.frames().position() - before; // Over padding.
            if (header == OverrunReader.OVERRUN) {
                long lostFrom = reader.frames().position();
                lostBytes += reader.skipLost() - lostFrom;
            } else if (header != 0) {
                check(header);
                before = reader.frames().position();
                reader.frames().consume(header);
                readBytes += reader.frames().position() - before;
                if (++messages % 1000 == 0) {
                    LockSupport.parkNanos(1_000_000);
                }
            }
        }

        private void check(long header) {
            int length = FrameLayout.length(header) - FrameLayout.HEADER_LENGTH;
            long number = reader.buffer().getLong(0);
            assertTrue(number > lastNumber, "order");
            assertEquals((1 + number % MAX_LONGS) * Long.BYTES, length);
            for (int i = Long.BYTES; i < length; i += Long.BYTES) {
                assertEquals(number, reader.buffer().getLong(i), "torn");
            }
            lastNumber = number;
        }
    }
}
