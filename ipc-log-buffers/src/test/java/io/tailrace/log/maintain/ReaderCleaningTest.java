/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.TestLog.subscriber;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FlowControl;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogPositions;
import io.tailrace.log.TestLog;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.log.publish.ExclusiveAppender;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.MappedBuffer;
import java.nio.ReadOnlyBufferException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Subscribers that clean what they have read: the keeper assigns slots, and then does not run unless a test says so.
 */
class ReaderCleaningTest {
    private static final long RING_LENGTH = TestLog.RING_LENGTH;
    private static final int LENGTH = 1000;

    private TestLog log = TestLog.concurrent();
    private LogMaintenance kept = TestLog.keep(log.log());
    private final MappedBuffer source = MappedBuffer.allocate(LENGTH);
    private int keeperWakes;
    private long sent;

    /** A subscriber that polls message after message. */
    private final class Reader {
        final int slot;
        final FrameReader frames;
        final ReaderCleaning cleaning;
        private long dueAt;

        Reader(long registrationId, JoinAt joinAt) {
            slot = kept.addSubscriber(subscriber(registrationId, registrationId, 1), joinAt);
            frames = new FrameReader(log.log(), kept.joinPosition(slot));
            cleaning = new ReaderCleaning(log.log(), slot, registrationId, Waker.Source.NONE);
        }

        void poll() {
            long header;
            while ((header = frames.next()) != 0) {
                frames.consume(header);
                store();
            }
        }

        void store() {
            meta().subscriberPositionRelease(slot, frames.position());
            if (frames.position() >= dueAt) {
                dueAt = cleaning.read(frames.position());
            }
        }
    }

    private void begin(boolean exclusive) {
        log = TestLog.of(exclusive);
        kept = TestLog.keep(log.log());
    }

    private Appender publisher(boolean exclusive) {
        int slot = kept.addPublisher(1, 1, 1);
        Waker.Source wakers = (client, sleeper) -> client == Waker.DRIVER ? () -> keeperWakes++ : Waker.NOBODY;
        return exclusive
                ? new ExclusiveAppender(log.log(), slot, wakers)
                : new ConcurrentAppender(log.log(), slot, wakers);
    }

    private LogMeta meta() {
        return log.meta();
    }

    private long clean() {
        return meta().cleanPositionAcquire();
    }

    private void offer(Appender appender) {
        source.putLong(0, sent++);
        long result = appender.offer(source, 0, LENGTH);
        if (result == Appender.BACK_PRESSURED) { // The end of a term.
            result = appender.offer(source, 0, LENGTH);
        }
        assertTrue(result > 0, () -> "sent=" + sent + ", clean=" + clean() + ", position=" + appender.position());
    }

    /** Offers and reads this much. */
    private void run(Appender appender, Reader reader, long length) {
        for (long end = appender.position() + length; appender.position() < end; ) {
            offer(appender);
            reader.poll();
        }
    }

    private void cycle() {
        kept.cycle(registrationId -> {});
    }

    private long history() {
        LogMeta.Constants constants = log.log().constants();
        return constants.reach() - constants.window() - FlowControl.ahead(constants);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLogGoesOnWithoutTheKeeperAndItsHistoryStays(boolean exclusive) {
        begin(exclusive);
        Appender appender = publisher(exclusive);
        Reader reader = new Reader(2, JoinAt.TAIL);

        run(appender, reader, 20 * RING_LENGTH);

        long position = reader.frames.position();
        assertEquals(0, keeperWakes);
        assertEquals(appender.position(), position);
        assertTrue(clean() <= position - history(), "what a latecomer may ask for");
        assertTrue(clean() > position - history() - TestLog.TERM_LENGTH / 16, "and not much more");
        assertTrue(log.isZero(position, clean() + RING_LENGTH), "what is clean is zero");
        assertEquals(Cleaner.FREE, meta().cleanerAcquire());
        LogPositions.check(log.log());
        Reader late = new Reader(3, JoinAt.OLDEST);
        late.poll();
        assertEquals(position, late.frames.position(), "it began at a boundary");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theSlowestDecides(boolean exclusive) {
        begin(exclusive);
        Appender appender = publisher(exclusive);
        Reader fast = new Reader(2, JoinAt.TAIL);
        Reader slow = new Reader(3, JoinAt.TAIL);
        for (int lap = 0; lap < 100; lap++) {
            run(appender, fast, log.log().constants().window() - 2 * LENGTH);
            assertTrue(clean() <= Math.max(0, meta().subscriberPositionAcquire(slow.slot) - history()));
            slow.poll();
        }
        assertTrue(clean() > 10 * RING_LENGTH);
        assertEquals(Cleaner.FREE, meta().cleanerAcquire());
    }

    /** Before it joined there may be an open claim. */
    @Test
    void itProvesOnlyWhatItHasReadItself() {
        Appender appender = publisher(false);
        Reader first = new Reader(2, JoinAt.TAIL);
        run(appender, first, 3 * LENGTH);
        Reader second = new Reader(3, JoinAt.TAIL);
        kept.removeSubscriber(2);
        while (second.frames.position() < log.log().constants().reach() - 4 * LENGTH) {
            offer(appender);
            second.poll();
        }
        assertEquals(0, clean());

        cycle(); // The keeper reads the log up to where it joined,
        cycle(); // and from there on trusts it.
        run(appender, second, 5 * RING_LENGTH);
        assertTrue(clean() > 4 * RING_LENGTH);
    }

    @Test
    void shortMessagesThatArriveOneByOneAreCleanedInShortSteps() {
        ReaderCleaning cleaning = new Reader(2, JoinAt.TAIL).cleaning;

        assertEquals(520 + 128, cleaning.read(520));
        assertEquals(680 + 128, cleaning.read(680));
        assertEquals(1100 + 512, cleaning.read(1100), "many came at once");
        assertEquals(1632 + 128, cleaning.read(1632));
    }

    @Test
    void whoHasLostItsSlotOrReadsALogThatHasEndedCleansNothing() {
        Appender appender = publisher(false);
        Reader reader = new Reader(2, JoinAt.TAIL);
        Reader other = new Reader(3, JoinAt.TAIL);
        run(appender, reader, log.log().constants().window() - 2 * LENGTH);
        other.poll();
        long before = clean();
        kept.removeSubscriber(2);

        reader.cleaning.read(reader.frames.position());
        assertEquals(before, clean());

        meta().endPositionRelease(reader.frames.position());
        other.cleaning.read(other.frames.position());
        assertEquals(before, clean());
        assertEquals(Cleaner.FREE, meta().cleanerAcquire());
    }

    @Test
    void theKeeperTakesThePlaceOfTheDeadAndOfNoneThatLives() {
        Appender appender = publisher(false);
        Reader reader = new Reader(2, JoinAt.TAIL);
        Reader other = new Reader(3, JoinAt.TAIL);
        run(appender, reader, LENGTH);
        assertTrue(meta().compareAndSetCleaner(Cleaner.FREE, 2)); // It has stopped in the place.

        assertEquals(0, kept.cycle(registrationId -> {}), "that is nothing to come sooner for");
        assertEquals(2, meta().cleanerAcquire());
        assertEquals(LogMaintenance.NOT_NOW, kept.addSubscriber(subscriber(4, 4, 1), JoinAt.TAIL));
        LogMaintenance next = TestLog.keep(log.log());
        next.cycle(registrationId -> {});
        assertEquals(2, meta().cleanerAcquire(), "nor does the next driver");

        kept.clientDied(2);
        cycle();
        assertEquals(Cleaner.FREE, meta().cleanerAcquire());
        other.poll();
        run(appender, other, 5 * RING_LENGTH);
    }

    /** Found by the model: the log has ended, its slot is gone, and it was just about to clean. */
    @Test
    void whoHasLostThePlaceGivesBackNobodyElses() {
        Reader reader = new Reader(2, JoinAt.TAIL);
        Cleaner place = new Cleaner(log.log());
        assertTrue(place.tryTake(2));
        kept.removeSubscriber(2);
        assertTrue(place.tryTake(new PublisherSlots(meta()), new SubscriberSlots(meta())));

        place.releaseIfTaken(2);

        assertEquals(Cleaner.KEEPER, meta().cleanerAcquire());
        assertEquals(0, reader.frames.position());
    }

    @Test
    void aNameThatNobodyHoldsHasNoPlace() {
        Reader reader = new Reader(2, JoinAt.TAIL);
        meta().compareAndSetCleaner(Cleaner.FREE, 2);

        kept.subscribers().vacate(2, Long.MAX_VALUE);
        cycle();

        assertEquals(Cleaner.FREE, meta().cleanerAcquire());
        assertEquals(0, reader.frames.position());
    }

    @Test
    void anErrorInThePlaceGivesItBackLater() {
        Appender appender = publisher(false);
        Reader reader = new Reader(2, JoinAt.TAIL);
        run(appender, reader, log.log().constants().window() - 2 * LENGTH);
        cycle();
        long target = clean() + TestLog.TERM_LENGTH / 8; // Another party was about to clean.
        while (reader.frames.position() < target + history()) {
            offer(appender);
            long header = reader.frames.next();
            reader.frames.consume(header);
            meta().subscriberPositionRelease(reader.slot, reader.frames.position());
            cycle();
        }
        meta().cleaningTargetVolatile(clean() + 64);
        log.makeTermsReadOnly(true);
        assertThrows(ReadOnlyBufferException.class, () -> reader.cleaning.read(reader.frames.position()));
        assertEquals(2, meta().cleanerAcquire());

        log.makeTermsReadOnly(false);
        reader.cleaning.close();
        assertTrue(reader.cleaning.isQuiet());
        assertEquals(Cleaner.FREE, meta().cleanerAcquire());
        reader.cleaning.read(reader.frames.position());
        assertFalse(clean() == meta().cleaningTargetAcquire(), "closed, it cleans no more");
        cycle();
        assertEquals(clean(), meta().cleaningTargetAcquire());
    }
}
