/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static io.tailrace.log.FrameLayout.FRAME_ALIGNMENT;
import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.proof.StressLog.TERM_LENGTH;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
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

/** Two publishers at the end of a term, which has room for one of their frames, or for a part of one. */
public class TermEndStress {
    private static final int FRAME_LENGTH = HEADER_LENGTH + Long.BYTES;
    private static final int VARIATIONS = 3;
    private static final MappedBuffer FIRST = StressLog.message(Long.BYTES, 1);
    private static final MappedBuffer SECOND = StressLog.message(Long.BYTES, 2);

    private static final LogPool LOGS = LogPool.ofConcurrentLogs();

    /** {@return a log whose term has 8, 16 or 24 bytes left} */
    private static StressLog takeLogAtTermEnd() {
        StressLog log = LOGS.take(0, 2 * TERM_LENGTH);
        log.meta().tailRelease(TERM_LENGTH - (1 + log.uses() % VARIATIONS) * FRAME_ALIGNMENT);
        return log;
    }

    private static void readBoth(StressLog log, long start, II_Result result) {
        FrameReader reader = new FrameReader(log.buffers(), start);
        result.r1 = StressLog.read(reader);
        result.r2 = StressLog.read(reader);
        boolean more = reader.next() != 0;
        if (more || reader.position() != log.meta().tailAcquire()) {
            result.r2 = -1;
        }
    }

    /** Two handles. */
    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 1"},
            expect = ACCEPTABLE,
            desc = "Both messages, and padding up to the tail.")
    @Outcome(expect = FORBIDDEN, desc = "A message is missing, repeated or torn, or there is a gap before the tail.")
    @State
    public static class Crossing {
        final StressLog log = takeLogAtTermEnd();
        final long start = log.meta().tailAcquire();
        final Appender first = new ConcurrentAppender(log.buffers(), 0, Waker.Source.NONE);
        final Appender second = new ConcurrentAppender(log.buffers(), 1, Waker.Source.NONE);

        @Actor
        public void offerFirst() {
            first.offer(FIRST, 0, Long.BYTES);
        }

        @Actor
        public void offerSecond() {
            second.offer(SECOND, 0, Long.BYTES);
        }

        @Arbiter
        public void read(II_Result result) {
            readBoth(log, start, result);
            LOGS.giveBack(log);
        }
    }

    /** The same, but the tail is moved by a load and a store, as if its place in the next term had to be computed. */
    @JCStressTest
    @JCStressMeta(Crossing.class)
    @State
    public static class CrossingWeakened {
        final StressLog log = takeLogAtTermEnd();
        final long start = log.meta().tailAcquire();

        @Actor
        public void offerFirst() {
            offer(FIRST);
        }

        @Actor
        public void offerSecond() {
            offer(SECOND);
        }

        private void offer(MappedBuffer message) {
            LogBuffers buffers = log.buffers();
            long position = claim();
            while (buffers.remaining(position) < FRAME_LENGTH) {
                buffers.pad(position, FRAME_LENGTH, 0);
                position = claim();
            }
            buffers.headerRelease(position, FrameLayout.header(-FRAME_LENGTH, TYPE_DATA, 0));
            buffers.term(position).putBytes(buffers.offset(position) + HEADER_LENGTH, message, 0, Long.BYTES);
            buffers.headerRelease(position, FrameLayout.header(FRAME_LENGTH, TYPE_DATA, 0));
        }

        private long claim() {
            long position = log.meta().tailAcquire();
            log.meta().tailRelease(position + FRAME_LENGTH);
            return position;
        }

        @Arbiter
        public void read(II_Result result) {
            readBoth(log, start, result);
            LOGS.giveBack(log);
        }
    }
}
