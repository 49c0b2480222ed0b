/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;

/**
 * The least that a stream of messages can take: a ring of cache lines in a mapped file, each with the number of its
 * message, which is stored last, and a payload of up to 56 bytes. The reader tells its position once an eighth of the
 * ring.
 */
final class RawRing implements Library {
    /** The longest payload that fits into a line beside its number. */
    static final int MAX_PAYLOAD = 56;

    private static final int LINE = 64;
    private static final int LINES = 4096;
    private static final int POSITION = LINES * LINE + LINE;
    private static final int RING_LENGTH = POSITION + 2 * LINE;

    private final MappedBuffer rings;

    RawRing(Side side, Path directory) {
        rings = RawFiles.map(side, directory, 2 * RING_LENGTH);
    }

    @Override
    public String description() {
        return "a ring of " + LINES + " lines in a mapped file";
    }

    private MappedBuffer ring(Stream stream) {
        return rings.view((stream.id() - 1) * RING_LENGTH, RING_LENGTH);
    }

    @Override
    public Receiver receiver(Stream stream) {
        return new LineReceiver(ring(stream));
    }

    @Override
    public Sender sender(Stream stream) {
        return new LineSender(ring(stream));
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public void close() {
        // The mapping ends with the process.
    }

    private static final class LineSender implements Sender {
        private final MappedBuffer ring;
        private long next;
        private long limit = LINES;

        LineSender(MappedBuffer ring) {
            this.ring = ring;
        }

        @Override
        public boolean send(long value, int length) {
            if (next == limit) {
                limit = ring.getLongAcquire(POSITION) + LINES;
                if (next == limit) {
                    return false;
                }
            }
            int line = (int) (next & (LINES - 1)) * LINE;
            for (int i = Long.BYTES; i <= length; i += Long.BYTES) {
                ring.putLong(line + i, value);
            }
            next++;
            ring.putLongRelease(line, next); // Read with acquire: whoever sees the number sees the payload.
            return true;
        }
    }

    private static final class LineReceiver implements Receiver {
        private final MappedBuffer ring;
        private final Inbox inbox = new Inbox();
        private long next;

        LineReceiver(MappedBuffer ring) {
            this.ring = ring;
        }

        @Override
        public int poll() {
            int line = (int) (next & (LINES - 1)) * LINE;
            if (ring.getLongAcquire(line) != next + 1) {
                return 0;
            }
            inbox.take(ring.getLong(line + Long.BYTES));
            next++;
            if (next % (LINES / 8) == 0) {
                ring.putLongRelease(POSITION, next); // Read with acquire: no line is written before it was read.
            }
            return 1;
        }

        @Override
        public Inbox inbox() {
            return inbox;
        }
    }
}
