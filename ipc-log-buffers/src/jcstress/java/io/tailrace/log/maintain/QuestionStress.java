/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_PAD;
import static io.tailrace.log.FrameLayout.header;
import static io.tailrace.proof.StressLog.RING_LENGTH;
import static io.tailrace.proof.StressLog.TERM_LENGTH;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ClaimRegister;
import io.tailrace.log.publish.ClaimRegisters;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.log.publish.Debts;
import io.tailrace.log.publish.QuestionAnswerer;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.proof.LogPool;
import io.tailrace.proof.StressLog;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * An answer to the driver's question covers the claims before the tail that was read first, except the debts that it
 * lists.
 *
 * <p>Results: the bytes that were padded; 1 if the answer is still missing; the message, or the paid debt, at the end.
 */
public class QuestionStress {
    private static final int FRAME_LENGTH = HEADER_LENGTH + Long.BYTES;
    /** Half of a frame that is claimed here lies past the end of the clean memory. */
    private static final long DEBT_POSITION = RING_LENGTH - FRAME_LENGTH / 2;

    private static final MappedBuffer MESSAGE = StressLog.message(Long.BYTES, 1);
    private static final LogPool LOGS = LogPool.ofConcurrentLogs();

    /**
     * The tail that the question is about: it does not include claims after the answer. Before it is a dead publisher's
     * claim.
     */
    @JCStressTest
    @Outcome(id = "16, 0, 1", expect = ACCEPTABLE, desc = "The dead one's claim was padded, and nothing else.")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "Not answered yet.")
    @Outcome(expect = FORBIDDEN, desc = "A living publisher's claim was padded with that of the dead one.")
    @State
    public static class Tail {
        final StressLog log = LOGS.take(FRAME_LENGTH, TERM_LENGTH);
        final Appender appender = new ConcurrentAppender(log.buffers(), 0, Waker.Source.NONE);
        final StressKeeper keeper = new StressKeeper(log, 0);

        @Actor
        public void answerAndOffer() {
            for (int i = 0; i < StressKeeper.MAX_SPINS && appender.maintain() == 0; i++) {}
            appender.offer(MESSAGE, 0, Long.BYTES);
        }

        @Actor
        public void ask(III_Result result) {
            for (int i = 0; i < StressKeeper.MAX_CYCLES && result.r1 == 0; i++) {
                keeper.unblock(result);
            }
            result.r2 = result.r1 == 0 ? 1 : 0;
        }

        @Arbiter
        public void read(III_Result result) {
            result.r3 = StressLog.readAt(log, FRAME_LENGTH);
            LOGS.giveBack(log);
        }
    }

    /** The same, but the tail is read when all have answered. */
    @JCStressTest
    @JCStressMeta(Tail.class)
    @State
    public static class TailWeakened {
        final StressLog log = LOGS.take(FRAME_LENGTH, TERM_LENGTH);
        final Appender appender = new ConcurrentAppender(log.buffers(), 0, Waker.Source.NONE);

        @Actor
        public void answerAndOffer() {
            for (int i = 0; i < StressKeeper.MAX_SPINS && appender.maintain() == 0; i++) {}
            appender.offer(MESSAGE, 0, Long.BYTES);
        }

        @Actor
        public void ask(III_Result result) {
            LogMeta meta = log.meta();
            meta.questionRelease(1);
            for (int i = 0; i < StressKeeper.MAX_SPINS && meta.answerAcquire(0) == 0; i++) {}
            result.r2 = meta.answerAcquire(0) == 0 ? 1 : 0;
            if (result.r2 == 0) {
                result.r1 = padUpTo(meta.tailAcquire());
            }
        }

        private int padUpTo(long end) {
            int length = 0;
            while (length < end && log.buffers().headerAcquire(length) == 0) {
                length += FrameLayout.FRAME_ALIGNMENT;
            }
            log.buffers().headerRelease(0, header(length, TYPE_PAD, FrameLayout.DRIVER_OWNER));
            return length;
        }

        @Arbiter
        public void read(III_Result result) {
            result.r3 = StressLog.readAt(log, FRAME_LENGTH);
            LOGS.giveBack(log);
        }
    }

    /** A claim that others have pushed past the clean memory: it has no header, and is listed as a debt. */
    @JCStressTest
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "The publisher itself padded first.")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "The publisher was inside its claim: not answered yet.")
    @Outcome(expect = FORBIDDEN, desc = "A living publisher's debt was padded by the driver, or is not paid.")
    @State
    public static class Debt {
        final StressLog log = LOGS.take(TERM_LENGTH - FRAME_LENGTH, RING_LENGTH);
        final Appender appender = appenderWithOldLimit(log);
        final StressKeeper keeper = new StressKeeper(log, DEBT_POSITION);

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
        public void pay(III_Result result) {
            log.meta().cleanPositionRelease(FRAME_LENGTH);
            appender.maintain();
            result.r3 = isPadded(log) ? 1 : 0;
            LOGS.giveBack(log);
        }
    }

    /** The same, but the answer does not list the debts. */
    @JCStressTest
    @JCStressMeta(Debt.class)
    @State
    public static class DebtWeakened {
        final StressLog log = LOGS.take(DEBT_POSITION, RING_LENGTH);
        final ClaimRegisters registers = new ClaimRegisters();
        final Debts debts = new Debts();
        final QuestionAnswerer answerer = new QuestionAnswerer(log.meta(), 0, registers, new Debts());
        final StressKeeper keeper = new StressKeeper(log, DEBT_POSITION);

        @Actor
        public void offer() {
            ClaimRegister register = registers.all()[0];
            register.begin(FRAME_LENGTH);
            debts.add(log.meta().getAndAddTail(FRAME_LENGTH), FRAME_LENGTH);
            register.end();
        }

        @Actor
        public void ask(III_Result result) {
            keeper.ask(result);
            answerer.answer();
            keeper.unblock(result);
        }

        @Arbiter
        public void pay(III_Result result) {
            log.meta().cleanPositionRelease(FRAME_LENGTH);
            debts.pay(log.buffers(), 0);
            result.r3 = isPadded(log) ? 1 : 0;
            LOGS.giveBack(log);
        }
    }

    /** A handle that knows the limit, in a log whose other publishers have gone to {@link #DEBT_POSITION} since. */
    private static Appender appenderWithOldLimit(StressLog log) {
        Appender appender = new ConcurrentAppender(log.buffers(), 0, Waker.Source.NONE);
        appender.offer(MESSAGE, 0, Long.BYTES);
        log.meta().tailRelease(DEBT_POSITION);
        return appender;
    }

    /** {@return whether the publisher's padding is in the place of its claim: to the end of the term, and after it} */
    private static boolean isPadded(StressLog log) {
        long pad = header(FRAME_LENGTH / 2, TYPE_PAD, 0);
        return log.buffers().headerAcquire(DEBT_POSITION) == pad
                && log.buffers().headerAcquire(RING_LENGTH) == pad;
    }
}
