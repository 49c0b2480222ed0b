/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.FrameLayout.TYPE_PAD;
import static io.tailrace.log.maintain.FullLog.CLEANED;
import static io.tailrace.log.maintain.FullLog.LOGS;
import static io.tailrace.log.maintain.FullLog.OFFSET;
import static io.tailrace.log.maintain.FullLog.offerWhenPossible;
import static io.tailrace.log.maintain.FullLog.readAtPosition;
import static io.tailrace.proof.StressLog.RING_LENGTH;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ConcurrentAppender;
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
    /** A full log: the subscriber has read the memory to clean, and the publisher has come round to it. */
    private static StressLog takeFullLog() {
        StressLog log = FullLog.take(0);
        // It joined after the memory to clean, which it therefore does not prove: the publisher reads frames only up to
        // there. The memory after it belongs to another log.
        log.meta().activateSubscriber(0, 5, 6, 7, CLEANED + FrameLayout.FRAME_ALIGNMENT, SubscriberPolicy.BLOCK);
        log.meta().subscriberPositionRelease(0, RING_LENGTH);
        log.buffers().term(0).putLong(0, FrameLayout.header(OFFSET, TYPE_PAD, 0));
        return log; // There is no header after it, so the publisher's walk ends there.
    }

    /** Both take the cleaner. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The keeper had the place all the time.")
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "The message went into clean memory.")
    @Outcome(expect = FORBIDDEN, desc = "The message was wiped out, or is before old bytes.")
    @State
    public static class Place {
        final StressLog log = takeFullLog();
        final PublisherSlots publishers = new PublisherSlots(log.meta());
        final SubscriberSlots subscribers = new SubscriberSlots(log.meta());
        final Cleaner cleaner = new Cleaner(log.buffers());
        final Appender appender = new ConcurrentAppender(log.buffers(), 0, Waker.Source.NONE);

        @Actor
        public void keep() {
            if (cleaner.tryTake(publishers, subscribers)) {
                cleaner.resume();
                cleaner.announce(CLEANED);
                cleaner.clean(CLEANED);
                cleaner.release();
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
        final Cleaner cleaner = new Cleaner(log.buffers());
        final Appender appender = new ConcurrentAppender(log.buffers(), 0, Waker.Source.NONE);

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
