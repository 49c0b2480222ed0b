/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.log.SubscriberProgress.Losses;
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
 * A subscriber that records two losses, against a tool that reads them.
 *
 * <p>Results: the number of losses that the tool found; 1 if the range and the bytes match that number, or one more.
 */
public class LossStress {
    private static final LogPool LOGS = LogPool.ofExclusiveLogs();
    private static final long[][] LOST = {{8, 16}, {32, 64}};

    private static StressLog newLog() {
        StressLog log = LOGS.take(0, 0);
        log.meta().clearSubscriber(0);
        return log;
    }

    private static void read(StressLog log, II_Result result) {
        Losses losses = log.meta().progress(0).losses();
        int found = (int) losses.count();
        result.r1 = found;
        result.r2 = found == 0 ? 1 : 0;
        long bytes = 0;
        for (int i = 0; i < LOST.length; i++) {
            bytes += LOST[i][1] - LOST[i][0];
            // The next loss is being recorded, and the subscriber is stopped.
            boolean isBegun = losses.from() == losses.to();
            boolean isRange = losses.to() == LOST[i][1] && (isBegun || losses.from() == LOST[i][0]);
            result.r2 |= isRange && i + 1 >= found && losses.bytes() >= (found == 2 ? bytes : 8) ? 1 : 0;
        }
    }

    /** Stores the range before the count, and within it the beginning before the end. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 1", "2, 1"},
            expect = ACCEPTABLE,
            desc = "A counted loss is stored, and intact.")
    @Outcome(expect = FORBIDDEN, desc = "A counted loss is not stored, or two are joined.")
    @State
    public static class Loss {
        final StressLog log = newLog();

        @Actor
        public void lose() {
            SubscriberProgress progress = log.meta().progress(0);
            for (long[] range : LOST) {
                progress.lost(range[0], range[1]);
            }
        }

        @Actor
        public void look(II_Result result) {
            read(log, result);
        }

        @Arbiter
        public void giveBack(II_Result result) {
            LOGS.giveBack(log);
        }
    }

    /** The same, but the count and the end are stored first. */
    @JCStressTest
    @JCStressMeta(Loss.class)
    @State
    public static class LossWeakened {
        final StressLog log = newLog();

        @Actor
        public void lose() {
            int slot = LogLayout.subscriberSlot(0);
            for (long[] range : LOST) {
                log.meta().buffer.addLongRelease(slot + LogLayout.SUBSCRIBER_LOSSES_OFFSET, 1);
                log.meta().buffer.addLongRelease(slot + LogLayout.SUBSCRIBER_LOST_BYTES_OFFSET, range[1] - range[0]);
                log.meta().buffer.putLongRelease(slot + LogLayout.SUBSCRIBER_LOST_TO_OFFSET, range[1]);
                log.meta().buffer.putLongRelease(slot + LogLayout.SUBSCRIBER_LOST_FROM_OFFSET, range[0]);
            }
        }

        @Actor
        public void look(II_Result result) {
            read(log, result);
        }

        @Arbiter
        public void giveBack(II_Result result) {
            LOGS.giveBack(log);
        }
    }
}
