/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ExclusiveAppender;
import io.tailrace.log.read.FrameReader;
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

/**
 * The fence between a commit and the check whether the subscriber sleeps, against the fence between the subscriber's
 * announcement and its check for a message: one of the two sees the other's store. In each result the first number says
 * whether the publisher found the subscriber asleep, the second whether the subscriber found the message.
 */
public class SleepStress {
    private static final int LENGTH = 8;
    private static final MappedBuffer MESSAGE = StressLog.message(LENGTH, 1);
    private static final LogPool LOGS = LogPool.ofExclusiveLogs();

    /** A subscriber that names its sleeper, and the place that it checks. */
    static class Subscriber {
        final StressLog log = LOGS.take(0, StressLog.TERM_LENGTH);
        final MappedBuffer slot = MappedBuffer.allocate(Sleeper.SLEEPER_LENGTH);
        final Sleeper sleeper = new Sleeper(1, slot, new Mechanism.Nap());
        final FrameReader reader = new FrameReader(log.buffers(), 0);

        Subscriber() {
            log.meta().activateSubscriber(0, 1, 1, 1, 0, SubscriberPolicy.BLOCK);
            log.meta().subscribers().nameSleeper(0, 1);
        }

        int look() {
            return StressLog.read(reader);
        }

        int isAsleep() {
            return (int) slot.getLongAcquire(Sleeper.SLEEP_OFFSET) & 1;
        }
    }

    /** An offer, and a subscriber that falls asleep. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The publisher wakes the subscriber.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The subscriber stays awake.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both.")
    @Outcome(expect = FORBIDDEN, desc = "The subscriber sleeps, and is not woken.")
    @State
    public static class FallAsleep extends Subscriber {
        private int found;
        final Appender appender =
                new ExclusiveAppender(log.buffers(), 0, (clientId, number) -> () -> found = isAsleep());

        @Actor
        public void publish(II_Result result) {
            appender.offer(MESSAGE, 0, LENGTH);
            result.r1 = found;
        }

        @Actor
        public void fallAsleep(II_Result result) {
            sleeper.announce();
            result.r2 = look();
        }

        @Arbiter
        public void giveBack() {
            LOGS.giveBack(log);
        }
    }

    /** The same without the publisher's fence. */
    @JCStressTest
    @JCStressMeta(FallAsleep.class)
    @State
    public static class PublisherWeakened extends Subscriber {
        final Appender appender = new ExclusiveAppender(log.buffers(), 0, Waker.Source.NONE);

        @Actor
        public void publish(II_Result result) {
            long position = appender.claimToHold(2 * LENGTH);
            appender.commitHeld(position, 2 * LENGTH);
            result.r1 = isAsleep();
        }

        @Actor
        public void fallAsleep(II_Result result) {
            sleeper.announce();
            result.r2 = look() == 0 ? 0 : 1;
        }

        @Arbiter
        public void giveBack() {
            LOGS.giveBack(log);
        }
    }

    /** The same, but the subscriber checks before it announces its sleep, as a processor may do without its fence. */
    @JCStressTest
    @JCStressMeta(FallAsleep.class)
    @State
    public static class SubscriberWeakened extends Subscriber {
        private int found;
        final Appender appender =
                new ExclusiveAppender(log.buffers(), 0, (clientId, number) -> () -> found = isAsleep());

        @Actor
        public void publish(II_Result result) {
            appender.offer(MESSAGE, 0, LENGTH);
            result.r1 = found;
        }

        @Actor
        public void fallAsleep(II_Result result) {
            result.r2 = look();
            Thread.onSpinWait(); // An offer takes as long.
            sleeper.announce();
        }

        @Arbiter
        public void giveBack() {
            LOGS.giveBack(log);
        }
    }
}
