/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.ThreadGuard.Occupancy;
import io.tailrace.log.Waker;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.BufferVector;
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

/** The commit's release against the reader's acquire: a reader that sees a frame's length sees all of its payload. */
public class CommitAndReadStress {
    private static final int LENGTH = 248;
    private static final int FRAME_LENGTH = HEADER_LENGTH + LENGTH;
    private static final MappedBuffer MESSAGE = StressLog.message(LENGTH, 1);

    private static final LogPool CONCURRENT = LogPool.ofConcurrentLogs();
    private static final LogPool EXCLUSIVE = LogPool.ofExclusiveLogs();

    /** An offer and a reader. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The reader was before the commit.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The reader got the whole message.")
    @Outcome(expect = FORBIDDEN, desc = "The reader got a length before its payload.")
    @State
    public static class Offer {
        final StressLog log = CONCURRENT.take(0, StressLog.TERM_LENGTH);
        final Appender appender = new ConcurrentAppender(log.buffers(), 0, Waker.Source.NONE);
        final FrameReader reader = new FrameReader(log.buffers(), 0);

        @Actor
        public void offer() {
            appender.offer(MESSAGE, 0, LENGTH);
        }

        @Actor
        public void read(II_Result result) {
            result.r1 = StressLog.read(reader);
        }

        @Arbiter
        public void readAgain(II_Result result) {
            reader.seek(0);
            result.r2 = StressLog.read(reader);
            CONCURRENT.giveBack(log);
        }
    }

    /** The same, but committed before the payload is written. */
    @JCStressTest
    @JCStressMeta(Offer.class)
    @State
    public static class OfferWeakened {
        final StressLog log = CONCURRENT.take(0, StressLog.TERM_LENGTH);
        final FrameReader reader = new FrameReader(log.buffers(), 0);

        @Actor
        public void offer() {
            long position = log.meta().getAndAddTail(FRAME_LENGTH);
            MappedBuffer term = log.buffers().term(position);
            term.putLongRelease(0, FrameLayout.header(FRAME_LENGTH, TYPE_DATA, 0));
            term.putBytes(HEADER_LENGTH, MESSAGE, 0, LENGTH);
        }

        @Actor
        public void read(II_Result result) {
            result.r1 = StressLog.read(reader);
        }

        @Arbiter
        public void readAgain(II_Result result) {
            reader.seek(0);
            result.r2 = StressLog.read(reader);
            CONCURRENT.giveBack(log);
        }
    }

    /**
     * A batch of two messages, by the appender of an exclusive log, and a reader. The second message is the long one,
     * so that the twin, which shows half a batch, has more to write than the reader has to read.
     */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The reader was before the commit.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The reader got both messages.")
    @Outcome(expect = FORBIDDEN, desc = "The reader got half a batch.")
    @State
    public static class Batch {
        final StressLog log = EXCLUSIVE.take(0, StressLog.TERM_LENGTH);
        final Appender appender = new ExclusiveAppender(log.buffers(), 0, Waker.Source.NONE);
        final FrameReader reader = new FrameReader(log.buffers(), 0);
        final BufferVector[] messages = {
            new BufferVector().reset(MESSAGE, 0, Long.BYTES), new BufferVector().reset(MESSAGE, 0, LENGTH)
        };

        @Actor
        public void offer() {
            appender.offerBatch(messages, messages.length);
        }

        @Actor
        public void read(II_Result result) {
            result.r1 = StressLog.read(reader);
            result.r2 = result.r1 == 0 ? 0 : StressLog.read(reader);
        }

        @Arbiter
        public void giveBack(II_Result result) {
            EXCLUSIVE.giveBack(log);
        }
    }

    /** The same, but the first frame gets its own length before the second is written. */
    @JCStressTest
    @JCStressMeta(Batch.class)
    @State
    public static class BatchWeakened {
        final StressLog log = EXCLUSIVE.take(0, StressLog.TERM_LENGTH);
        final ExclusiveAppender appender = new ExclusiveAppender(log.buffers(), 0, Waker.Source.NONE);
        final FrameReader reader = new FrameReader(log.buffers(), 0);

        @Actor
        public void offer() {
            Occupancy occupancy = appender.guard.enter();
            int shortFrame = 2 * Long.BYTES;
            long position = appender.claim(occupancy, shortFrame + FRAME_LENGTH);
            MappedBuffer term = log.buffers().term(position);
            term.putBytes(HEADER_LENGTH, MESSAGE, 0, Long.BYTES);
            appender.commit(occupancy, 0, shortFrame, shortFrame + FRAME_LENGTH);
            term.putBytes(shortFrame + HEADER_LENGTH, MESSAGE, 0, LENGTH);
            term.putLongRelease(shortFrame, FrameLayout.header(FRAME_LENGTH, TYPE_DATA, 0));
        }

        @Actor
        public void read(II_Result result) {
            result.r1 = StressLog.read(reader);
            result.r2 = result.r1 == 0 ? 0 : StressLog.read(reader);
        }

        @Arbiter
        public void giveBack(II_Result result) {
            EXCLUSIVE.giveBack(log);
        }
    }
}
