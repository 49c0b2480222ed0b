/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.memory.FileAccess;
import io.tailrace.memory.MappedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A limit: the least that any log in shared memory has to do. A ring of cache lines in a mapped file, each with 56
 * bytes of payload and a stamp, the lap, that is stored last. The reader tells its position once in an eighth of the
 * ring. Nothing can be framed, claimed, recovered or shared.
 */
final class RawStream implements Candidate {
    /** Bytes of payload in a line. */
    static final int PAYLOAD = 56;

    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int LINE = 64;
    private static final int POSITION = 0;
    private static final int RING = 256;
    private static final int STEPS_PER_LAP = 8;

    private final int ringLength;
    private final Wire toRight;
    private final Wire toLeft;

    /** @param ringLength a power of two */
    RawStream(int ringLength, Path directory) {
        this.ringLength = ringLength;
        try {
            Files.createDirectory(directory);
            this.toRight = wire(directory.resolve("to-right"));
            this.toLeft = wire(directory.resolve("to-left"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Wire wire(Path path) throws IOException {
        try (MappedFile file = MappedFile.create(path, RING + ringLength, FileAccess.PRIVATE)) {
            ByteBuffer memory = file.buffer().byteBuffer();
            return new Wire(new Writer(memory, ringLength / LINE), new Reader(memory, ringLength / LINE));
        }
    }

    @Override
    public String description() {
        return "raw stream of cache lines through a mapped ring of " + (ringLength >> 10) + " KiB";
    }

    @Override
    public Wire toRight() {
        return toRight;
    }

    @Override
    public Wire toLeft() {
        return toLeft;
    }

    @Override
    public void close() {
        // Its files are deleted with their directory.
    }

    /** One end of a ring: which line is its next, where that lies, and how it is stamped. */
    private static class End {
        /** In the middle of an array, because what lies beside an object may belong to the other thread. */
        private static final int NEXT = 16;

        private static final int LIMIT = 17;

        final ByteBuffer memory;
        final int lines;
        private final int lapShift;
        private final long[] state = new long[32];

        End(ByteBuffer memory, int lines) {
            this.memory = memory;
            this.lines = lines;
            this.lapShift = Integer.numberOfTrailingZeros(lines);
        }

        final long next() {
            return state[NEXT];
        }

        final long limit() {
            return state[LIMIT];
        }

        final void limit(long limit) {
            state[LIMIT] = limit;
        }

        final void step() {
            state[NEXT]++;
        }

        final int place() {
            return RING + ((int) next() & (lines - 1)) * LINE;
        }

        /** Never zero, as an unused line is. */
        final long stamp() {
            return (next() >>> lapShift) + 1;
        }
    }

    private static final class Writer extends End implements Sender {
        Writer(ByteBuffer memory, int lines) {
            super(memory, lines);
        }

        @Override
        public boolean send(long first, int count, boolean answerWanted, int length) {
            if (next() >= limit()) {
                limit((long) LONG.getAcquire(memory, POSITION) + lines);
                if (next() >= limit()) {
                    return false;
                }
            }
            int place = place();
            long value = Inbox.value(first, answerWanted);
            for (int i = Long.BYTES; i < LINE; i += Long.BYTES) {
                LONG.set(memory, place + i, value);
            }
            LONG.setRelease(memory, place, stamp());
            step();
            return true;
        }

        @Override
        public long position() {
            return next() * LINE;
        }
    }

    private static final class Reader extends End implements Receiver {
        private final Inbox inbox = new Inbox();

        Reader(ByteBuffer memory, int lines) {
            super(memory, lines);
        }

        @Override
        public int poll(int limit) {
            int taken = 0;
            while (taken < limit) {
                int place = place();
                if ((long) LONG.getAcquire(memory, place) != stamp()) {
                    break;
                }
                inbox.take((long) LONG.get(memory, place + Long.BYTES));
                step();
                taken++;
                if ((next() & (lines / STEPS_PER_LAP - 1)) == 0) {
                    LONG.setRelease(memory, POSITION, next());
                }
            }
            return taken;
        }

        @Override
        public Inbox inbox() {
            return inbox;
        }
    }
}
