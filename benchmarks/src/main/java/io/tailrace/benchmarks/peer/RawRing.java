/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
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

    private static final int LENGTH = 256 * 1024;
    private static final int LINE = 64;
    private static final int LINES = LENGTH / LINE;
    private static final int STREAM_LENGTH = LENGTH + 4 * LINE;
    /** The offset of the reader's position: on its own line. */
    private static final int POSITION = (LINES + 1) * LINE;
    /** In the middle of an array, because the memory beside an object may belong to the other thread. */
    private static final int NEXT = 16;

    private static final int LIMIT = 17;
    private static final int STATE_LENGTH = 32;

    private final MappedBuffer rings;

    /** @param isFirst whether it creates the file, which the second process opens */
    public RawRing(Path directory, boolean isFirst) {
        rings = map(directory, isFirst, 2 * STREAM_LENGTH);
    }

    private static MappedBuffer map(Path directory, boolean isFirst, int length) {
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

    private MappedBuffer ring(int stream) {
        return rings.view((stream - 1) * STREAM_LENGTH, STREAM_LENGTH);
    }

    @Override
    public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
        MappedBuffer ring = ring(stream);
        long[] state = new long[STATE_LENGTH];
        return limit -> {
            int taken = 0;
            long next = state[NEXT];
            int place = place(next);
            while (taken < limit && ring.getLongAcquire(place) == next + 1) {
                inbox.take(ring.getLong(place + Long.BYTES));
                taken++;
                next++;
                if (next % (LINES / 8) == 0) {
                    ring.putLongRelease(POSITION, next); // Read with acquire: no line is written before it was read.
                }
                place = place(next);
            }
            state[NEXT] = next;
            return taken;
        };
    }

    @Override
    public Sender sender(int stream) {
        MappedBuffer ring = ring(stream);
        long[] state = new long[STATE_LENGTH];
        state[LIMIT] = LINES;
        return (value, count, length) -> {
            long next = state[NEXT];
            if (next == state[LIMIT]) {
                state[LIMIT] = ring.getLongAcquire(POSITION) + LINES;
                if (next == state[LIMIT]) {
                    return false;
                }
            }
            int place = place(next);
            for (int i = Long.BYTES; i <= length; i += Long.BYTES) {
                ring.putLong(place + i, value);
            }
            state[NEXT] = next + 1;
            ring.putLongRelease(place, next + 1); // Read with acquire: a reader of the number sees the payload.
            return true;
        };
    }

    private static int place(long line) {
        return ((int) line & (LINES - 1)) * LINE;
    }
}
