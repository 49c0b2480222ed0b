/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.header;
import static io.tailrace.proof.StressLog.TERM_LENGTH;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.memory.MappedBuffer;
import io.tailrace.proof.LogPool;
import io.tailrace.proof.StressLog;
import java.util.concurrent.atomic.AtomicLongArray;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * The claim sequence against the driver's question: as long as a living publisher is inside a claim, nobody takes it for a
 * dead one's and pads it.
 *
 * <p>Results: the bytes that were padded; 1 if the answer is still missing; the message in the end.
 */
public class ClaimSequenceStress {
    private static final int FRAME_LENGTH = HEADER_LENGTH + Long.BYTES;
    private static final int OTHER_CLAIMS = StressLog.SPACE / FRAME_LENGTH - 1;
    private static final MappedBuffer MESSAGE = StressLog.message(Long.BYTES, 1);
    private static final MappedBuffer LONG_MESSAGE = StressLog.message(StressLog.SPACE - HEADER_LENGTH, 1);

    private static final LogPool LOGS = LogPool.ofConcurrentLogs();

    /** The first thread that uses a handle: a plain sequence, odd inside a claim. */
    @JCStressTest
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "The frame had its header before anybody could pad it.")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "The publisher was inside its claim: not answered yet.")
    @Outcome(expect = FORBIDDEN, desc = "A living publisher's claim was padded, or its message is lost.")
    @State
    public static class OneThread {
        final StressLog log = LOGS.take(0, TERM_LENGTH);
        final Appender appender = new ConcurrentAppender(log.buffers(), 0);
        final StressKeeper keeper = new StressKeeper(log, 0);

        @Actor
        public void offer() {
            appender.offer(MESSAGE, 0, Long.BYTES);
        }

        @Actor
        public void ask(III_Result result) {
            keeper.ask(result);
            appender.maintain();
            keeper.unblock(result);
        }

        @Arbiter
        public void read(III_Result result) {
            result.r3 = StressLog.readAt(log, 0);
            LOGS.giveBack(log);
        }
    }

    /** The same, but the announcement ends with the claim, and there is no header until the commit. */
    @JCStressTest
    @JCStressMeta(OneThread.class)
    @State
    public static class OneThreadWeakened {
        final StressLog log = LOGS.take(0, TERM_LENGTH);
        final ClaimSequence sequence = new ClaimSequence();
        final QuestionAnswerer answerer = new QuestionAnswerer(log.meta(), 0, sequence, new Debts());

        @Actor
        public void offer() {
            sequence.enter(true);
            long position = log.meta().getAndAddTail(StressLog.SPACE);
            sequence.leave(true);
            log.buffers().term(position).putBytes(HEADER_LENGTH, LONG_MESSAGE, 0, LONG_MESSAGE.capacity());
            log.buffers().headerRelease(position, header(StressLog.SPACE, TYPE_DATA, 0));
        }

        @Actor
        public void ask(III_Result result) {
            result.r1 = StressKeeper.askAndPadByHand(log, 0, FRAME_LENGTH, answerer::answer);
        }

        @Arbiter
        public void read(III_Result result) {
            result.r3 = StressLog.readAt(log, 0);
            LOGS.giveBack(log);
        }
    }

    /** The other threads of a handle: one stands inside its claim since before, others claim, then it goes on. */
    @JCStressTest
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "The frame had its header before anybody could pad it.")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "A thread was inside its claim: not answered yet.")
    @Outcome(expect = FORBIDDEN, desc = "A living publisher's claim was padded, or its message is lost.")
    @State
    public static class SharedHandle {
        final StressLog log = LOGS.take(0, TERM_LENGTH);
        final ClaimSequence sequence = new ClaimSequence();
        final QuestionAnswerer answerer = new QuestionAnswerer(log.meta(), 0, sequence, new Debts());
        final long inside = enterAndClaim();
        final StressKeeper keeper = new StressKeeper(log, 0);

        private long enterAndClaim() {
            sequence.enter(false);
            return log.meta().getAndAddTail(FRAME_LENGTH);
        }

        private void writeAndLeave(long position) {
            writeHeader(log, position);
            sequence.leave(false);
            commit(log, position);
        }

        @Actor
        public void offer() {
            for (int i = 0; i < OTHER_CLAIMS; i++) {
                writeAndLeave(enterAndClaim());
            }
            writeAndLeave(inside);
        }

        @Actor
        public void ask(III_Result result) {
            keeper.ask(result);
            for (int i = 0; i < StressKeeper.MAX_CYCLES && answerer.answer() == 0; i++) {}
            keeper.unblock(result);
        }

        @Arbiter
        public void read(III_Result result) {
            result.r3 = StressLog.readAt(log, 0);
            LOGS.giveBack(log);
        }
    }

    /** The same, but who answers reads the number of the entered before that of the left. */
    @JCStressTest
    @JCStressMeta(SharedHandle.class)
    @State
    public static class SharedHandleWeakened {
        private static final int ENTERED = 0;
        private static final int LEFT = 16;

        final StressLog log = LOGS.take(0, TERM_LENGTH);
        final AtomicLongArray sequence = new AtomicLongArray(LEFT + 1);
        final long inside = enterAndClaim();

        private long enterAndClaim() {
            sequence.getAndIncrement(ENTERED);
            return log.meta().getAndAddTail(FRAME_LENGTH);
        }

        private void writeAndLeave(long position) {
            writeHeader(log, position);
            sequence.getAndIncrement(LEFT);
            commit(log, position);
        }

        private int answer() {
            long entered = sequence.get(ENTERED);
            long question = log.meta().questionAcquire();
            if (entered != sequence.get(LEFT)) {
                return 0;
            }
            log.meta().answerRelease(0, question, LogLayout.NONE);
            return 1;
        }

        @Actor
        public void offer() {
            for (int i = 0; i < OTHER_CLAIMS; i++) {
                writeAndLeave(enterAndClaim());
            }
            writeAndLeave(inside);
        }

        @Actor
        public void ask(III_Result result) {
            result.r1 = StressKeeper.askAndPadByHand(log, 0, FRAME_LENGTH, this::answer);
        }

        @Arbiter
        public void read(III_Result result) {
            result.r3 = StressLog.readAt(log, 0);
            LOGS.giveBack(log);
        }
    }

    private static void writeHeader(StressLog log, long position) {
        log.buffers().headerRelease(position, header(-FRAME_LENGTH, TYPE_DATA, 0));
    }

    private static void commit(StressLog log, long position) {
        LogBuffers buffers = log.buffers();
        buffers.term(position).putBytes(buffers.offset(position) + HEADER_LENGTH, MESSAGE, 0, Long.BYTES);
        buffers.headerRelease(position, header(FRAME_LENGTH, TYPE_DATA, 0));
    }
}
