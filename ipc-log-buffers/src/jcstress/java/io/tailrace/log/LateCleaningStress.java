/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.TYPE_PAD;
import static io.tailrace.proof.StressLog.RING_LENGTH;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.memory.MappedBuffer;
import io.tailrace.proof.LogPool;
import io.tailrace.proof.StressLog;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A publisher that cleans and writes at once, against the keeper that cleans the same memory. */
public class LateCleaningStress {
    private static final int LENGTH = 24;
    private static final int FRAME_LENGTH = HEADER_LENGTH + LENGTH;
    private static final int CLEANED = StressLog.SPACE;
    private static final int OFFSET = CLEANED - 2 * FRAME_LENGTH;
    private static final long POSITION = RING_LENGTH + OFFSET;
    private static final int MAX_TRIES = 2000;
    private static final MappedBuffer OLD = StressLog.message(LENGTH, 1);
    private static final MappedBuffer NEW = StressLog.message(LENGTH, 2);

    private static final LogPool LOGS = LogPool.ofConcurrentLogs();

    /** A full log: the subscriber has read what is to be cleaned, and the publisher has come round to it. */
    private static StressLog takeFullLog() {
        StressLog log = LOGS.take(POSITION, 0);
        // It joined behind what is to be cleaned, which it therefore does not prove: the publisher walks, and goes no
        // further. The memory behind is another log's.
        log.meta().activateSubscriber(0, 5, 6, 7, CLEANED + FrameLayout.FRAME_ALIGNMENT, SubscriberPolicy.BLOCK);
        log.meta().subscriberPositionRelease(0, RING_LENGTH);
        MappedBuffer term = log.buffers().term(0);
        term.putLong(0, FrameLayout.header(OFFSET, TYPE_PAD, 0));
        for (int offset = OFFSET; offset < CLEANED; offset += FRAME_LENGTH) {
            term.putLong(offset, FrameLayout.header(FRAME_LENGTH, TYPE_DATA, 0));
            term.putBytes(offset + HEADER_LENGTH, OLD, 0, LENGTH);
        }
        return log; // Behind it stands no header: there the publisher's walk ends.
    }

    private static int offerWhenPossible(Appender appender) {
        long result = Appender.BACK_PRESSURED;
        for (int i = 0; i < MAX_TRIES && result < 0; i++) {
            result = appender.offer(NEW, 0, LENGTH);
        }
        return result < 0 ? 0 : 2;
    }

    /** {@return the message where the tail stood, -1 unless the space behind it is clean} */
    private static int readAtPosition(StressLog log) {
        FrameReader reader = new FrameReader(log.buffers(), POSITION);
        int message = StressLog.read(reader);
        return log.buffers().headerAcquire(reader.position()) == 0 ? message : -1;
    }

    /** Both take the place. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The keeper had the place all the time.")
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "The message went into clean memory.")
    @Outcome(expect = FORBIDDEN, desc = "The message was wiped out, or stands before old bytes.")
    @State
    public static class Place {
        final StressLog log = takeFullLog();
        final CleanersPlace place = new CleanersPlace(log.meta());
        final PublisherSlots publishers = new PublisherSlots(log.meta());
        final TermCleaner cleaner = new TermCleaner(log.buffers());
        final Appender appender = new ConcurrentAppender(log.buffers(), 0);

        @Actor
        public void keep() {
            if (place.tryTake(publishers)) {
                cleaner.resume();
                cleaner.announce(CLEANED);
                cleaner.clean(CLEANED);
                place.release();
            }
        }

        @Actor
        public void offer(II_Result result) {
            result.r1 = offerWhenPossible(appender);
        }

        @Arbiter
        public void read(II_Result result) {
            result.r2 = readAtPosition(log);
            LOGS.giveBack(log);
        }
    }

    /** The same, but the keeper cleans as if it were alone. */
    @JCStressTest
    @JCStressMeta(Place.class)
    @State
    public static class PlaceWeakened {
        final StressLog log = takeFullLog();
        final TermCleaner cleaner = new TermCleaner(log.buffers());
        final Appender appender = new ConcurrentAppender(log.buffers(), 0);

        @Actor
        public void keep() {
            cleaner.announce(CLEANED);
            cleaner.clean(CLEANED);
        }

        @Actor
        public void offer(II_Result result) {
            result.r1 = offerWhenPossible(appender);
        }

        @Arbiter
        public void read(II_Result result) {
            result.r2 = readAtPosition(log);
            LOGS.giveBack(log);
        }
    }
}
