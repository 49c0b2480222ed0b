/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.maintain.FullLog.CLEANED;
import static io.tailrace.log.maintain.FullLog.FRAME_LENGTH;
import static io.tailrace.log.maintain.FullLog.LENGTH;
import static io.tailrace.log.maintain.FullLog.LOGS;
import static io.tailrace.log.maintain.FullLog.NEW;
import static io.tailrace.log.maintain.FullLog.OFFSET;
import static io.tailrace.log.maintain.FullLog.OLD;
import static io.tailrace.log.maintain.FullLog.POSITION;
import static io.tailrace.log.maintain.FullLog.offerWhenPossible;
import static io.tailrace.log.maintain.FullLog.readAtPosition;
import static io.tailrace.proof.StressLog.TERM_LENGTH;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.log.FlowControl;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.log.read.FrameReader;
import io.tailrace.proof.StressLog;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The keeper that zeroes, against a publisher and against a reader that have come round to the same memory: no thread
 * writes or reads memory that is still to be zeroed.
 */
public class CleanAndClaimStress {
    private static final FlowControl FLOW_CONTROL =
            new FlowControl(TERM_LENGTH, 0, 0, TERM_LENGTH, 0, (position, committed) -> true);

    /** As LogMaintenance.cycle: announce, clean, then the limit. */
    private static void clean(StressLog log, Cleaner cleaner) {
        cleaner.announce(CLEANED);
        cleaner.clean(Cleaner.CHUNK_LENGTH);
        log.meta().limitRelease(FLOW_CONTROL.limit(POSITION, cleaner.cleanPosition()));
    }

    /** The limit follows the cleaning. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The publisher was held back all the time.")
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "The message went into clean memory.")
    @Outcome(expect = FORBIDDEN, desc = "The message was wiped out, or is before old bytes.")
    @State
    public static class Limit {
        final StressLog log = FullLog.take(POSITION);
        final Cleaner cleaner = new Cleaner(log.buffers());
        final Appender appender = new ConcurrentAppender(log.buffers(), 0, Waker.Source.NONE);

        @Actor
        public void clean() {
            CleanAndClaimStress.clean(log, cleaner);
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

    /** The same, but clean position and limit are released before the zeroes. */
    @JCStressTest
    @JCStressMeta(Limit.class)
    @State
    public static class LimitWeakened {
        final StressLog log = FullLog.take(POSITION);
        final Appender appender = new ConcurrentAppender(log.buffers(), 0, Waker.Source.NONE);

        @Actor
        public void clean() {
            log.meta().cleanPositionRelease(CLEANED);
            log.meta().limitRelease(FLOW_CONTROL.limit(POSITION, CLEANED));
            log.buffers().term(POSITION).zero(0, CLEANED);
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

    /** A claim that began below the limit, but after others that took the rest: it extends past the clean memory. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Not clean yet: the claim became a debt, which was paid later.")
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "Clean already: the message is there.")
    @Outcome(expect = FORBIDDEN, desc = "The message, or the padding, was wiped out or is before old bytes.")
    @State
    public static class Debt {
        final StressLog log = FullLog.take(POSITION);
        final Cleaner cleaner = new Cleaner(log.buffers());
        final Appender appender = appenderWithOldLimit(log);

        @Actor
        public void clean() {
            CleanAndClaimStress.clean(log, cleaner);
        }

        @Actor
        public void offer(II_Result result) {
            result.r1 = appender.offer(NEW, 0, LENGTH) < 0 ? 0 : 2;
        }

        @Arbiter
        public void read(II_Result result) {
            appender.maintain();
            result.r2 = log.buffers().headerAcquire(POSITION) == 0 ? -1 : readAtPosition(log);
            LOGS.giveBack(log);
        }
    }

    /** The same, but no check is made whether the claimed memory is clean. */
    @JCStressTest
    @JCStressMeta(Debt.class)
    @State
    public static class DebtWeakened {
        final StressLog log = FullLog.take(POSITION);
        final Cleaner cleaner = new Cleaner(log.buffers());

        @Actor
        public void clean() {
            CleanAndClaimStress.clean(log, cleaner);
        }

        @Actor
        public void offer(II_Result result) {
            LogBuffers buffers = log.buffers();
            long position = log.meta().getAndAddTail(FRAME_LENGTH);
            buffers.headerRelease(position, FrameLayout.header(-FRAME_LENGTH, TYPE_DATA, 0));
            buffers.term(position).putBytes(buffers.offset(position) + HEADER_LENGTH, NEW, 0, LENGTH);
            buffers.headerRelease(position, FrameLayout.header(FRAME_LENGTH, TYPE_DATA, 0));
            result.r1 = 2;
        }

        @Arbiter
        public void read(II_Result result) {
            result.r2 = readAtPosition(log);
            LOGS.giveBack(log);
        }
    }

    /** A handle whose last claim ended far below the limit that it knows. */
    private static Appender appenderWithOldLimit(StressLog log) {
        LogMeta meta = log.meta();
        long tail = meta.tailAcquire();
        meta.tailRelease(TERM_LENGTH - FRAME_LENGTH);
        Appender appender = new ConcurrentAppender(log.buffers(), 0, Waker.Source.NONE);
        appender.offer(OLD, 0, LENGTH);
        meta.tailRelease(tail);
        return appender;
    }

    /** The reading bound: a reader that has consumed the whole ring is at the oldest frame in it. */
    @JCStressTest
    @Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "The reader was before the message.")
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "The reader got the message of this lap.")
    @Outcome(expect = FORBIDDEN, desc = "The reader got a message of the last lap.")
    @State
    public static class ReadingBound {
        final StressLog log = FullLog.take(POSITION);
        final Cleaner cleaner = new Cleaner(log.buffers());
        final Appender appender = new ConcurrentAppender(log.buffers(), 0, Waker.Source.NONE);
        final FrameReader reader = new FrameReader(log.buffers(), POSITION);

        @Actor
        public void cleanAndOffer() {
            CleanAndClaimStress.clean(log, cleaner);
            appender.offer(NEW, 0, LENGTH);
        }

        @Actor
        public void read(II_Result result) {
            result.r1 = StressLog.read(reader);
        }

        @Arbiter
        public void readAgain(II_Result result) {
            result.r2 = readAtPosition(log);
            LOGS.giveBack(log);
        }
    }

    /** The same, but the reader does not check how far was cleaned. */
    @JCStressTest
    @JCStressMeta(ReadingBound.class)
    @State
    public static class ReadingBoundWeakened {
        final StressLog log = FullLog.take(POSITION);
        final Cleaner cleaner = new Cleaner(log.buffers());
        final Appender appender = new ConcurrentAppender(log.buffers(), 0, Waker.Source.NONE);

        @Actor
        public void cleanAndOffer() {
            CleanAndClaimStress.clean(log, cleaner);
            appender.offer(NEW, 0, LENGTH);
        }

        @Actor
        public void read(II_Result result) {
            long header = log.buffers().headerAcquire(POSITION);
            int message = (int) log.buffers().term(POSITION).getLong(OFFSET + HEADER_LENGTH);
            result.r1 = FrameLayout.length(header) > 0 ? message : 0;
        }

        @Arbiter
        public void readAgain(II_Result result) {
            result.r2 = readAtPosition(log);
            LOGS.giveBack(log);
        }
    }
}
