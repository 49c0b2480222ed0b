/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
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

/**
 * The end of what is kept against a reader that is overrun: the end is stored before the cleaning is announced, and
 * read after the announcement.
 *
 * <p>Results: 1 the whole message, in place or as kept; 0 notified of its loss; -1 a mixture; -2 nothing.
 */
public class ReplayStress {
    private static final int LENGTH = 248;
    private static final int FRAME_LENGTH = HEADER_LENGTH + LENGTH;
    private static final MappedBuffer MESSAGE = StressLog.message(LENGTH, 1);

    private static final LogPool LOGS = LogPool.ofConcurrentLogs();

    /** A historian and a cleaner, and the historian's data: the first frame of a log that is full. */
    private static final class Kept implements LogReplay {
        private final StressLog log = LOGS.take(FRAME_LENGTH, StressLog.TERM_LENGTH);
        private final Cleaner cleaner = new Cleaner(log.buffers());
        /** The last page of a term, which is otherwise unused. */
        private final MappedBuffer kept =
                log.buffers().term(0).view(StressLog.TERM_LENGTH - StressLog.SPACE, StressLog.SPACE);

        private long position;

        Kept() {
            MappedBuffer term = log.buffers().term(0);
            term.putBytes(HEADER_LENGTH, MESSAGE, 0, LENGTH);
            term.putLong(0, FrameLayout.header(FRAME_LENGTH, TYPE_DATA, 0));
        }

        /** The frame, and then the word that marks it as stored. */
        void keep() {
            kept.putBytes(HEADER_LENGTH, log.buffers().term(0), HEADER_LENGTH, LENGTH);
            kept.putLongRelease(0, FrameLayout.header(FRAME_LENGTH, TYPE_DATA, 0));
        }

        void clean() {
            cleaner.announce(FRAME_LENGTH);
            cleaner.clean(FRAME_LENGTH);
        }

        private boolean isKept() {
            return kept.getLongAcquire(0) != 0;
        }

        @Override
        public boolean seek(long to) {
            position = to;
            return to == 0 && isKept();
        }

        @Override
        public long nextPosition() {
            return position == 0 && isKept() ? 0 : LogLayout.NONE;
        }

        @Override
        public long next() {
            return position == 0 ? kept.getLongAcquire(0) : 0;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public MappedBuffer buffer() {
            return kept;
        }

        @Override
        public int payloadOffset() {
            return HEADER_LENGTH;
        }

        @Override
        public void consume(long header) {
            position += FRAME_LENGTH;
        }

        @Override
        public long skipDamaged() {
            return position;
        }

        @Override
        public void close() {
            LOGS.giveBack(log);
        }
    }

    private static int read(OverrunReader reader) {
        long header = reader.next();
        if (header == OverrunReader.OVERRUN) {
            return 0;
        }
        return header == 0 ? -2 : valueOf(reader.buffer());
    }

    private static int valueOf(MappedBuffer message) {
        long value = message.getLong(0);
        for (int i = Long.BYTES; i < LENGTH; i += Long.BYTES) {
            value = message.getLong(i) == value ? value : -1;
        }
        return (int) value;
    }

    /** Kept, and then cleaned, while a reader reads it. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "It got the whole message.")
    @Outcome(expect = FORBIDDEN, desc = "The kept message was lost, or not intact.")
    @State
    public static class KeepAndClean {
        final Kept replay = new Kept();
        final OverrunReader reader = new OverrunReader(new FrameReader(replay.log.buffers(), 0), replay);

        @Actor
        public void keepAndClean() {
            replay.keep();
            replay.clean();
        }

        @Actor
        public void read(I_Result result) {
            result.r1 = ReplayStress.read(reader);
        }

        @Arbiter
        public void giveBack(I_Result result) {
            reader.close();
        }
    }

    /** The same, but the reader has read the end of the kept data before it checks whether it was overrun. */
    @JCStressTest
    @JCStressMeta(KeepAndClean.class)
    @State
    public static class AskedBeforeWeakened {
        final Kept replay = new Kept();
        final OverrunReader reader = new OverrunReader(new FrameReader(replay.log.buffers(), 0), null);

        @Actor
        public void keepAndClean() {
            replay.keep();
            replay.clean();
        }

        @Actor
        public void read(I_Result result) {
            boolean isKept = replay.isKept();
            int value = ReplayStress.read(reader);
            result.r1 = value == 0 && isKept ? 1 : value;
        }

        @Arbiter
        public void giveBack(I_Result result) {
            replay.close();
        }
    }

    /** The same, but the word that marks the frame as stored is written before the frame. */
    @JCStressTest
    @JCStressMeta(KeepAndClean.class)
    @State
    public static class EndFirstWeakened {
        final Kept replay = new Kept();
        final OverrunReader reader = new OverrunReader(new FrameReader(replay.log.buffers(), 0), replay);

        @Actor
        public void keepAndClean() {
            replay.kept.putLongRelease(0, FrameLayout.header(FRAME_LENGTH, TYPE_DATA, 0));
            replay.log.meta().cleaningTargetVolatile(FRAME_LENGTH);
            replay.kept.putBytes(HEADER_LENGTH, MESSAGE, 0, LENGTH);
        }

        @Actor
        public void read(I_Result result) {
            result.r1 = ReplayStress.read(reader);
        }

        @Arbiter
        public void giveBack(I_Result result) {
            reader.close();
        }
    }
}
