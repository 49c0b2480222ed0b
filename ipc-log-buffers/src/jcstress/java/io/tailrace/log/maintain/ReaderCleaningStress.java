/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.maintain.FullLog.FRAME_LENGTH;
import static io.tailrace.log.maintain.FullLog.LOGS;
import static io.tailrace.proof.StressLog.RING_LENGTH;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.log.LogMeta;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.Waker;
import io.tailrace.proof.StressLog;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A subscriber that cleans, against the keeper that ends the log: an ended log stays unchanged. */
public class ReaderCleaningStress {
    private static final long READER = 5;

    /** There is announced memory that is not clean, which a subscriber in the place would zero. */
    private static StressLog takeLog() {
        StressLog log = FullLog.take(0);
        log.meta().activateSubscriber(0, READER, 6, 7, 0, SubscriberPolicy.BLOCK);
        log.meta().subscriberPositionRelease(0, RING_LENGTH);
        log.meta().cleaningTargetVolatile(FRAME_LENGTH);
        return log;
    }

    /** Ends the log. Returns the bytes that were clean then. */
    private static int end(LogMeta meta) {
        meta.endPositionRelease(RING_LENGTH);
        return (int) meta.cleanPositionAcquire();
    }

    @JCStressTest
    @Outcome(id = "-1, 32", expect = ACCEPTABLE, desc = "The subscriber had the place; the log ends later.")
    @Outcome(id = "32, 32", expect = ACCEPTABLE, desc = "It was cleaned, and then ended.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "It has ended, and is cleaned no more.")
    @Outcome(expect = FORBIDDEN, desc = "An ended log was zeroed.")
    @State
    public static class End {
        final StressLog log = takeLog();
        final Cleaner place = new Cleaner(log.buffers());
        final PublisherSlots publishers = new PublisherSlots(log.meta());
        final SubscriberSlots subscribers = new SubscriberSlots(log.meta());
        final ReaderCleaning cleaning = new ReaderCleaning(log.buffers(), 0, READER, Waker.Source.NONE);

        @Actor
        public void keep(II_Result result) {
            result.r1 = -1;
            if (place.tryTake(publishers, subscribers)) {
                result.r1 = end(log.meta());
                place.release();
            }
        }

        @Actor
        public void read() {
            cleaning.read(RING_LENGTH);
        }

        @Arbiter
        public void look(II_Result result) {
            result.r2 = (int) log.meta().cleanPositionAcquire();
            LOGS.giveBack(log);
        }
    }

    /** The same, but the keeper ends the log without the place. */
    @JCStressTest
    @JCStressMeta(End.class)
    @State
    public static class EndWeakened {
        final StressLog log = takeLog();
        final ReaderCleaning cleaning = new ReaderCleaning(log.buffers(), 0, READER, Waker.Source.NONE);

        @Actor
        public void keep(II_Result result) {
            result.r1 = end(log.meta());
        }

        @Actor
        public void read() {
            cleaning.read(RING_LENGTH);
        }

        @Arbiter
        public void look(II_Result result) {
            result.r2 = (int) log.meta().cleanPositionAcquire();
            LOGS.giveBack(log);
        }
    }
}
