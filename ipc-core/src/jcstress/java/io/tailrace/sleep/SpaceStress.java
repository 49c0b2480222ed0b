/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.WakeHandshake;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ExclusiveAppender;
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
 * The fence between storing a subscriber's position and its check whether the publisher sleeps, against the fence
 * between the publisher's announcement and its check for space. In each result the first number says whether the
 * subscriber found the publisher asleep, the second whether the publisher found space.
 */
public class SpaceStress {
    private static final LogPool LOGS = LogPool.ofExclusiveLogs();
    /** The log is full, and the subscriber reads more than half of it. */
    private static final int READ = StressLog.TERM_LENGTH - 64;

    /** A publisher that names its sleeper, in a full log. */
    static class Publisher {
        final StressLog log = LOGS.take(StressLog.TERM_LENGTH, StressLog.TERM_LENGTH);
        final MappedBuffer slot = MappedBuffer.allocate(Sleeper.SLEEPER_LENGTH);
        final Sleeper sleeper = new Sleeper(1, slot, new Mechanism.Nap());
        final Appender appender;

        Publisher() {
            log.meta().activateSubscriber(0, 1, 1, 1, 0, SubscriberPolicy.BLOCK);
            appender = new ExclusiveAppender(log.buffers(), 0, Waker.Source.NONE);
            appender.nameSleeper(1);
        }

        int isAsleep() {
            return (int) slot.getLongAcquire(Sleeper.SLEEP_OFFSET) & 1;
        }
    }

    /** A poll, and a publisher that falls asleep. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The subscriber wakes the publisher.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The publisher stays awake.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both.")
    @Outcome(expect = FORBIDDEN, desc = "The publisher sleeps, and is not woken.")
    @State
    public static class FallAsleep extends Publisher {
        private int found;
        final WakeHandshake publishers =
                WakeHandshake.ofPublishers(log.meta(), (clientId, number) -> () -> found = isAsleep());

        @Actor
        public void consume(II_Result result) {
            log.meta().subscriberPositionRelease(0, READ);
            publishers.wakeAt(READ);
            result.r1 = found;
        }

        @Actor
        public void fallAsleep(II_Result result) {
            sleeper.announce();
            result.r2 = appender.hasSpace() ? 1 : 0;
        }

        @Arbiter
        public void giveBack() {
            LOGS.giveBack(log);
        }
    }

    /** The same without the subscriber's fence. */
    @JCStressTest
    @JCStressMeta(FallAsleep.class)
    @State
    public static class SubscriberWeakened extends Publisher {
        @Actor
        public void consume(II_Result result) {
            log.meta().subscriberPositionRelease(0, READ);
            result.r1 = isAsleep();
        }

        @Actor
        public void fallAsleep(II_Result result) {
            sleeper.announce();
            result.r2 = appender.hasSpace() ? 1 : 0;
        }

        @Arbiter
        public void giveBack() {
            LOGS.giveBack(log);
        }
    }
}
