/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.benchmarks.peer.Library.Inbox;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The lower bound of a stream of messages: a ring of cache lines in a mapped file, each with the number of its message,
 * which is stored last, and a payload of up to 56 bytes. The reader publishes its position once an eighth of the ring.
 * There are no frames, claims, recovery or sharing.
 */
public final class RawRing implements Library {
    /** The longest payload that fits into a line beside its number. */
    public static final int MAX_PAYLOAD = 56;
    /** The default length of a ring. */
    static final int LENGTH = 256 * 1024;

    private static final int LINE = 64;
    private final int lines;
    private final int streamLength;
    private final MappedBuffer rings;

    /** @param ringLength a power of two */
    public RawRing(Path directory, boolean isFirst, int ringLength) {
        lines = ringLength / LINE;
        streamLength = ringLength + 4 * LINE;
        rings = map(directory, isFirst, 2 * streamLength);
    }

    /** Maps the file, which the first process creates before the next one starts. */
    static MappedBuffer map(Path directory, boolean isFirst, int length) {
        Path path = directory.resolve("raw");
        try {
            Files.createDirectories(directory);
            MappedFile file =
                    isFirst ? MappedFile.create(path, length, FileAccess.PRIVATE) : MappedFile.openReadWrite(path);
            return file.buffer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String description() {
        return "a ring of " + lines + " cache lines in a mapped file";
    }

    private MappedBuffer ring(int stream) {
        return rings.view((stream - 1) * streamLength, streamLength);
    }

    @Override
    public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
        return new LineReceiver(ring(stream), lines, inbox);
    }

    @Override
    public Sender sender(int stream) {
        return new LineSender(ring(stream), lines);
    }

    /** One end of a ring: its next line, and the offset of that. */
    private static class End {
        /** In the middle of an array, because the memory beside an object may belong to the other thread. */
        private static final int NEXT = 16;

        private static final int LIMIT = 17;
        final MappedBuffer ring;
        final int lines;
        /** The offset of the reader's position: on its own line. */
        final int position;

        private final long[] state = new long[32];

        End(MappedBuffer ring, int lines) {
            this.ring = ring;
            this.lines = lines;
            this.position = (lines + 1) * LINE;
            state[LIMIT] = lines;
        }

        final long next() {
            return state[NEXT];
        }

        final long step() {
            return ++state[NEXT];
        }

        final boolean isAtLimit() {
            return next() == state[LIMIT];
        }

        final void limit(long limit) {
            state[LIMIT] = limit;
        }

        final int place() {
            return ((int) next() & (lines - 1)) * LINE;
        }
    }

    private static final class LineSender extends End implements Sender {
        LineSender(MappedBuffer ring, int lines) {
            super(ring, lines);
        }

        @Override
        public boolean send(long value, int count, int length) {
            if (isAtLimit()) {
                limit(ring.getLongAcquire(position) + lines);
                if (isAtLimit()) {
                    return false;
                }
            }
            int place = place();
            for (int i = Long.BYTES; i <= length; i += Long.BYTES) {
                ring.putLong(place + i, value);
            }
            ring.putLongRelease(place, step()); // Read with acquire: a reader that sees the number sees the payload.
            return true;
        }

        @Override
        public long position() {
            return next() * LINE;
        }
    }

    private static final class LineReceiver extends End implements Receiver {
        private final Inbox inbox;

        LineReceiver(MappedBuffer ring, int lines, Inbox inbox) {
            super(ring, lines);
            this.inbox = inbox;
        }

        @Override
        public int poll(int limit) {
            int taken = 0;
            int place = place();
            while (taken < limit && ring.getLongAcquire(place) == next() + 1) {
                inbox.take(ring.getLong(place + Long.BYTES));
                taken++;
                if (step() % (lines / 8) == 0) {
                    ring.putLongRelease(position, next()); // Read with acquire: no line is written before it was read.
                }
                place = place();
            }
            return taken;
        }
    }

    /**
     * A limit: copies from a buffer of the caller's to successive places of a mapped ring, as every offer does. Nothing
     * receives them.
     */
    static final class Memcpy implements Library {
        private final ByteBuffer message = ByteBuffer.allocateDirect(Sender.MAX_LENGTH);
        private final ByteBuffer ring;
        private int next;

        Memcpy(Path directory, int ringLength) {
            ring = RawRing.map(directory, true, ringLength).byteBuffer();
        }

        @Override
        public String description() {
            return "copies into a mapped ring of " + (ring.capacity() >> 10) + " KiB";
        }

        @Override
        public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
            return limit -> 0;
        }

        @Override
        public Sender sender(int stream) {
            return (value, count, length) -> {
                int place = next + length <= ring.capacity() ? next : 0;
                message.putLong(0, value);
                ring.put(place, message, 0, length);
                next = place + length;
                return true;
            };
        }
    }

    /**
     * The lower bound of a message and its answer: two words in a mapped file, each written by one process and read by
     * the other. Holds one message each way, so it is only for round trips.
     */
    public static final class RawLines implements Library {
        private static final int FILE_LENGTH = 4096;
        private static final int STREAM_LENGTH = 1024;
        private final MappedBuffer words;

        public RawLines(Path directory, boolean isFirst) {
            words = RawRing.map(directory, isFirst, FILE_LENGTH);
        }

        @Override
        public String description() {
            return "two words of a mapped file";
        }

        @Override
        public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
            return new WordReceiver(words, stream * STREAM_LENGTH, inbox);
        }

        @Override
        public Sender sender(int stream) {
            return new WordSender(words, stream * STREAM_LENGTH);
        }

        private record WordSender(MappedBuffer words, int index) implements Sender {
            @Override
            public boolean send(long value, int count, int length) {
                words.putLongRelease(index, value);
                return true;
            }
        }

        private static final class WordReceiver implements Receiver {
            private final MappedBuffer words;
            private final int index;
            private final Inbox inbox;
            private long last;

            WordReceiver(MappedBuffer words, int index, Inbox inbox) {
                this.words = words;
                this.index = index;
                this.inbox = inbox;
            }

            @Override
            public int poll(int limit) {
                long value = words.getLongAcquire(index);
                if (value == last) {
                    return 0;
                }
                last = value;
                inbox.take(value);
                return 1;
            }
        }
    }
}
