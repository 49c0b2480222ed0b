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

/** The release of a block's first header against the reader's acquire: a reader sees all of a block or none. */
public class BlockStress {
    private static final int SHORT_FRAME = 2 * Long.BYTES;
    private static final int LENGTH = 248;
    private static final int BLOCK_LENGTH = SHORT_FRAME + HEADER_LENGTH + LENGTH;
    /**
     * A short message and a long one, of another owner, so that the twin has more to write than the reader has to read.
     */
    private static final MappedBuffer BLOCK = block();

    private static final LogPool LOGS = LogPool.ofExclusiveLogs();

    private static MappedBuffer block() {
        MappedBuffer block = StressLog.message(BLOCK_LENGTH, 1);
        block.putLong(0, FrameLayout.header(SHORT_FRAME, TYPE_DATA, 33));
        block.putLong(SHORT_FRAME, FrameLayout.header(HEADER_LENGTH + LENGTH, TYPE_DATA, 33));
        return block;
    }

    /** A block and a reader. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The reader was before the release.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The reader got both messages.")
    @Outcome(expect = FORBIDDEN, desc = "The reader got a part of the block.")
    @State
    public static class Append {
        final StressLog log = LOGS.take(0, StressLog.TERM_LENGTH);
        final ExclusiveAppender appender = new ExclusiveAppender(log.buffers(), 0, Waker.Source.NONE);
        final FrameReader reader = new FrameReader(log.buffers(), 0);

        @Actor
        public void append() {
            appender.appendBlock(BLOCK, 0, BLOCK_LENGTH, 0);
        }

        @Actor
        public void read(II_Result result) {
            result.r1 = StressLog.read(reader);
            result.r2 = result.r1 == 0 ? 0 : StressLog.read(reader);
        }

        @Arbiter
        public void giveBack(II_Result result) {
            LOGS.giveBack(log);
        }
    }

    /** The same, but copied frame by frame, each header as soon as its message is written. */
    @JCStressTest
    @JCStressMeta(Append.class)
    @State
    public static class AppendWeakened {
        final StressLog log = LOGS.take(0, StressLog.TERM_LENGTH);
        final ExclusiveAppender appender = new ExclusiveAppender(log.buffers(), 0, Waker.Source.NONE);
        final FrameReader reader = new FrameReader(log.buffers(), 0);

        @Actor
        public void append() {
            Occupancy occupancy = appender.guard.enter();
            long position = appender.claim(occupancy, BLOCK_LENGTH);
            MappedBuffer term = log.buffers().term(position);
            term.putBytes(HEADER_LENGTH, BLOCK, HEADER_LENGTH, Long.BYTES);
            term.putLongRelease(0, FrameLayout.header(SHORT_FRAME, TYPE_DATA, 0));
            term.putBytes(SHORT_FRAME + HEADER_LENGTH, BLOCK, SHORT_FRAME + HEADER_LENGTH, LENGTH);
            term.putLongRelease(SHORT_FRAME, FrameLayout.header(HEADER_LENGTH + LENGTH, TYPE_DATA, 0));
            occupancy.leave(position + BLOCK_LENGTH);
        }

        @Actor
        public void read(II_Result result) {
            result.r1 = StressLog.read(reader);
            result.r2 = result.r1 == 0 ? 0 : StressLog.read(reader);
        }

        @Arbiter
        public void giveBack(II_Result result) {
            LOGS.giveBack(log);
        }
    }
}
