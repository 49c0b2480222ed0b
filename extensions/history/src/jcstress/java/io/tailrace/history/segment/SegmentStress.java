/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.file.MappedFile;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.proof.StressLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A block that is appended or extended, against a reader of the segment: a counted block is stored, and intact.
 *
 * <p>Results: 0 the reader was before; 1 it found the new bytes; -1 it found a block that is not intact.
 */
public class SegmentStress {
    private static final int FRAME_LENGTH = 256;
    private static final MappedBuffer FRAME = StressLog.message(FRAME_LENGTH, 1);
    /** The number of blocks in a segment, whose table has room for more. */
    private static final int MAX_BLOCKS = 64;
    /** No block is extended by messages that arrive this much later. */
    private static final long LATER_MS = 1_000;

    private static final ConcurrentLinkedQueue<Written> FREE = new ConcurrentLinkedQueue<>();

    static {
        FRAME.putLong(0, FrameLayout.header(FRAME_LENGTH, FrameLayout.TYPE_DATA, 0));
    }

    /** A segment whose file has no name any more: its writer, and a reader. */
    private static final class Written {
        private final SegmentWriter writer;
        private final Segment segment;
        private final MappedBuffer file;
        private long position;
        private long nowMs;
        /** The block that is appended now, or extended. */
        private int block;

        private Written(Path folder) throws IOException {
            LogMeta.Constants log = new LogMeta.Constants(
                    1, "stress", LogLayout.MIN_TERM_LENGTH, LogLayout.KIND_CONCURRENT, LogLayout.MIN_TERM_LENGTH, 0);
            Path ofLog = folder.resolve("stress").resolve("1");
            writer = SegmentWriter.open(ofLog, log, LogLayout.MIN_TERM_LENGTH);
            append();
            Path path = SegmentConstants.path(ofLog, 0);
            segment = Segment.open(path);
            file = MappedFile.openReadWrite(path).buffer();
            Files.delete(path);
            Files.delete(ofLog);
            Files.delete(folder.resolve("stress"));
            Files.delete(folder);
        }

        static Written take() {
            Written free = FREE.poll();
            if (free != null && free.segment.blockCount() < MAX_BLOCKS) {
                return free.next();
            }
            try {
                if (free != null) {
                    free.segment.close();
                    free.writer.close();
                }
                return new Written(Files.createTempDirectory("tailrace-stress")).next();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private Written next() {
            nowMs += LATER_MS;
            block = segment.blockCount();
            return this;
        }

        /** With a first frame of a block. */
        Written begun() {
            append();
            return this;
        }

        void append() {
            try {
                writer.append(FRAME, 0, FRAME_LENGTH, position, nowMs);
                position += FRAME_LENGTH;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        int readCounted() {
            if (segment.blockCount() <= block) {
                return 0;
            }
            return segment.isWhole(block) ? 1 : -1;
        }

        int readLonger() {
            long word = segment.lengthAndCrc(block);
            if (!segment.isIntact(block, word)) {
                return -1;
            }
            return (int) word > FRAME_LENGTH ? 1 : 0;
        }

        private int entry() {
            return SegmentLayout.HEADER_LENGTH + block * SegmentLayout.BLOCK_LENGTH;
        }
    }

    /** A block that is appended. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "The reader was before the block.")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The block is counted, and intact.")
    @Outcome(expect = FORBIDDEN, desc = "A counted block is not intact.")
    @State
    public static class Append {
        final Written written = Written.take();

        @Actor
        public void append() {
            written.append();
        }

        @Actor
        public void read(I_Result result) {
            result.r1 = written.readCounted();
        }

        @Arbiter
        public void giveBack(I_Result result) {
            FREE.add(written);
        }
    }

    /** The same, but the block is counted first. */
    @JCStressTest
    @JCStressMeta(Append.class)
    @State
    public static class AppendWeakened {
        final Written written = Written.take();

        @Actor
        public void append() {
            written.file.putLongRelease(SegmentLayout.BLOCK_COUNT_OFFSET, written.block + 1);
            written.append();
        }

        @Actor
        public void read(I_Result result) {
            result.r1 = written.readCounted();
        }

        @Arbiter
        public void giveBack(I_Result result) {
            FREE.add(written);
        }
    }

    /** A block that is extended. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "The reader found the block as it was.")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "It found the longer one, intact.")
    @Outcome(expect = FORBIDDEN, desc = "It found a length and a checksum that do not belong together.")
    @State
    public static class Lengthen {
        final Written written = Written.take().begun();

        @Actor
        public void append() {
            written.append();
        }

        @Actor
        public void read(I_Result result) {
            result.r1 = written.readLonger();
        }

        @Arbiter
        public void giveBack(I_Result result) {
            FREE.add(written);
        }
    }

    /** The same, but the length is stored apart from the checksum, and first. */
    @JCStressTest
    @JCStressMeta(Lengthen.class)
    @State
    public static class LengthenWeakened {
        final Written written = Written.take().begun();

        @Actor
        public void append() {
            written.file.putInt(written.entry() + SegmentLayout.BLOCK_LENGTH_AND_CRC_OFFSET, 2 * FRAME_LENGTH);
            written.append();
        }

        @Actor
        public void read(I_Result result) {
            result.r1 = written.readLonger();
        }

        @Arbiter
        public void giveBack(I_Result result) {
            FREE.add(written);
        }
    }
}
