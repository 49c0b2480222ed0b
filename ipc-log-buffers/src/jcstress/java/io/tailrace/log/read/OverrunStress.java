/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.maintain.Cleaner;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.proof.LogPool;
import io.tailrace.proof.StressLog;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The announcement of cleaning against a reader that does not gate: no overwritten copy is delivered. */
public class OverrunStress {
    private static final int LENGTH = 248;
    private static final int FRAME_LENGTH = HEADER_LENGTH + LENGTH;
    private static final MappedBuffer OLD = StressLog.message(LENGTH, 1);
    private static final MappedBuffer NEW = StressLog.message(LENGTH, 2);

    private static final LogPool LOGS = LogPool.ofExclusiveLogs();
    private static final LogPool CLEANED_LOGS = LogPool.ofConcurrentLogs();

    private static StressLog fullLog(LogPool logs) {
        StressLog log = logs.take(FRAME_LENGTH, StressLog.TERM_LENGTH);
        MappedBuffer term = log.buffers().term(0);
        term.putBytes(HEADER_LENGTH, OLD, 0, LENGTH);
        term.putLong(0, FrameLayout.header(FRAME_LENGTH, TYPE_DATA, 0));
        return log;
    }

    /** {@return 1 for the old message, 2 for the later one, -1 for a mixture} */
    private static int valueOf(MappedBuffer message) {
        long value = message.getLong(0);
        for (int i = Long.BYTES; i < LENGTH; i += Long.BYTES) {
            value = message.getLong(i) == value ? value : -1;
        }
        return (int) value;
    }

    /** A publisher that overwrites a message once that is announced, and a reader that copies it. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "It was overrun, and knows it.")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "It got the whole message in time.")
    @Outcome(expect = FORBIDDEN, desc = "It got overwritten bytes.")
    @State
    public static class Overrun {
        final StressLog log = fullLog(LOGS);
        final OverrunReader reader = new OverrunReader(new FrameReader(log.buffers(), 0), null);

        @Actor
        public void overrun() {
            log.meta().cleaningTargetVolatile(FRAME_LENGTH);
            log.buffers().term(0).putBytes(HEADER_LENGTH, NEW, 0, LENGTH);
        }

        @Actor
        public void read(I_Result result) {
            result.r1 = reader.next() == OverrunReader.OVERRUN ? 0 : valueOf(reader.buffer());
        }

        @Arbiter
        public void giveBack(I_Result result) {
            LOGS.giveBack(log);
        }
    }

    /** The same, but it does not check again after it has copied. */
    @JCStressTest
    @JCStressMeta(Overrun.class)
    @State
    public static class OverrunWeakened {
        final StressLog log = fullLog(LOGS);
        final OverrunReader reader = new OverrunReader(new FrameReader(log.buffers(), 0), null);

        @Actor
        public void overrun() {
            log.meta().cleaningTargetVolatile(FRAME_LENGTH);
            log.buffers().term(0).putBytes(HEADER_LENGTH, NEW, 0, LENGTH);
        }

        @Actor
        public void read(I_Result result) {
            FrameReader frames = new FrameReader(log.buffers(), 0);
            boolean overrun = log.meta().cleaningTargetAcquire() > 0;
            reader.buffer().putBytes(0, log.buffers().term(0), HEADER_LENGTH, LENGTH);
            result.r1 = overrun || frames.peek() == 0 ? 0 : valueOf(reader.buffer());
        }

        @Arbiter
        public void giveBack(I_Result result) {
            LOGS.giveBack(log);
        }
    }

    /** {@return what it has read: 0 if it was overrun, -2 if there seems to be nothing} */
    private static int read(OverrunReader reader) {
        long header = reader.next();
        if (header == OverrunReader.OVERRUN) {
            return 0;
        }
        return header == 0 ? -2 : valueOf(reader.buffer());
    }

    /** The keeper, which zeroes a message, and a reader that has not read it yet. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "It was overrun, and knows it.")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "It got the whole message in time.")
    @Outcome(expect = FORBIDDEN, desc = "It took zeros for the message, or for the end of the log.")
    @State
    public static class Clean {
        final StressLog log = fullLog(CLEANED_LOGS);
        final Cleaner cleaner = new Cleaner(log.buffers());
        final OverrunReader reader = new OverrunReader(new FrameReader(log.buffers(), 0), null);

        @Actor
        public void clean() {
            cleaner.announce(FRAME_LENGTH);
            cleaner.clean(FRAME_LENGTH);
        }

        @Actor
        public void read(I_Result result) {
            result.r1 = OverrunStress.read(reader);
        }

        @Arbiter
        public void giveBack(I_Result result) {
            CLEANED_LOGS.giveBack(log);
        }
    }

    /**
     * The same, but the zeros are stored before the announcement, as without its fence on processors that reorder
     * stores.
     */
    @JCStressTest
    @JCStressMeta(Clean.class)
    @State
    public static class CleanWeakened {
        final StressLog log = fullLog(CLEANED_LOGS);
        final Cleaner cleaner = new Cleaner(log.buffers());
        final OverrunReader reader = new OverrunReader(new FrameReader(log.buffers(), 0), null);

        @Actor
        public void clean() {
            log.buffers().term(0).zero(0, FRAME_LENGTH);
            cleaner.announce(FRAME_LENGTH);
        }

        @Actor
        public void read(I_Result result) {
            result.r1 = OverrunStress.read(reader);
        }

        @Arbiter
        public void giveBack(I_Result result) {
            CLEANED_LOGS.giveBack(log);
        }
    }
}
