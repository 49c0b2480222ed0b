/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.header;
import static io.tailrace.proof.StressLog.TERM_LENGTH;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.Waker;
import io.tailrace.log.maintain.StressKeeper;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.proof.LogPool;
import io.tailrace.proof.StressLog;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * The registers of claims against the driver's question: as long as a living publisher is inside a claim, the claim is
 * not mistaken for a dead publisher's and padded.
 *
 * <p>Results: the bytes that were padded; 1 if the answer is still missing; the message at the end.
 */
public class ClaimRegisterStress {
    private static final int FRAME_LENGTH = HEADER_LENGTH + Long.BYTES;
    private static final int OTHER_CLAIMS = StressLog.SPACE / FRAME_LENGTH - 1;
    private static final MappedBuffer MESSAGE = StressLog.message(Long.BYTES, 1);
    private static final MappedBuffer LONG_MESSAGE = StressLog.message(StressLog.SPACE - HEADER_LENGTH, 1);

    private static final LogPool LOGS = LogPool.ofConcurrentLogs();

    /** The first thread that uses a handle: plain stores in a register of its own. */
    @JCStressTest
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "The frame had its header before it could be padded.")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "The publisher was inside its claim: not answered yet.")
    @Outcome(expect = FORBIDDEN, desc = "A living publisher's claim was padded, or its message is lost.")
    @State
    public static class OneThread {
        final StressLog log = LOGS.take(0, TERM_LENGTH);
        final Appender appender = new ConcurrentAppender(log.buffers(), 0, Waker.Source.NONE);
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
        final ClaimRegisters registers = new ClaimRegisters();
        final QuestionAnswerer answerer = new QuestionAnswerer(log.meta(), 0, registers, new Debts());

        @Actor
        public void offer() {
            ClaimRegister register = registers.all()[0];
            register.begin(StressLog.SPACE);
            long position = log.meta().getAndAddTail(StressLog.SPACE);
            register.end();
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

    /** The other threads of a handle: one is inside its claim from the start, others claim, then it continues. */
    @JCStressTest
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "The frame had its header before it could be padded.")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "A thread was inside its claim: not answered yet.")
    @Outcome(expect = FORBIDDEN, desc = "A living publisher's claim was padded, or its message is lost.")
    @State
    public static class SharedHandle {
        final StressLog log = LOGS.take(0, TERM_LENGTH);
        final ClaimRegisters registers = registersWithoutOwners();
        final QuestionAnswerer answerer = new QuestionAnswerer(log.meta(), 0, registers, new Debts());
        final ClaimRegister inside = beginAndClaim();
        final StressKeeper keeper = new StressKeeper(log, 0);

        private ClaimRegister beginAndClaim() {
            ClaimRegister register = registers.tryBegin(FRAME_LENGTH);
            register.position = log.meta().getAndAddTail(FRAME_LENGTH);
            return register;
        }

        private void writeAndEnd(ClaimRegister register) {
            long position = register.position;
            writeHeader(log, position);
            register.end();
            commit(log, position);
        }

        @Actor
        public void offer() {
            for (int i = 0; i < OTHER_CLAIMS; i++) {
                writeAndEnd(beginAndClaim());
            }
            writeAndEnd(inside);
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

    /** The same, but all threads count in one sequence, which changes when any of them does. */
    @JCStressTest
    @JCStressMeta(SharedHandle.class)
    @State
    public static class SharedHandleWeakened {
        final StressLog log = LOGS.take(0, TERM_LENGTH);
        final AtomicLong sequence = new AtomicLong();
        final long inside = beginAndClaim();
        private long seen;
        private long sequenceWhenSeen;

        private long beginAndClaim() {
            sequence.getAndIncrement();
            return log.meta().getAndAddTail(FRAME_LENGTH);
        }

        private void writeAndEnd(long position) {
            writeHeader(log, position);
            sequence.getAndIncrement();
            commit(log, position);
        }

        private int answer() {
            long question = log.meta().questionAcquire();
            long now = sequence.get();
            if (question != seen) {
                seen = question;
                sequenceWhenSeen = now;
            }
            if ((now & 1) != 0 && now == sequenceWhenSeen) {
                return 0;
            }
            log.meta().answerRelease(0, question, LogLayout.NONE);
            return 1;
        }

        @Actor
        public void offer() {
            for (int i = 0; i < OTHER_CLAIMS; i++) {
                writeAndEnd(beginAndClaim());
            }
            writeAndEnd(inside);
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

    /** The owner's register is in use by a claim that was handed out, so that every thread borrows. */
    private static ClaimRegisters registersWithoutOwners() {
        ClaimRegisters registers = new ClaimRegisters();
        registers.grow();
        registers.all()[0].begin(FRAME_LENGTH);
        registers.all()[0].hold();
        return registers;
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
