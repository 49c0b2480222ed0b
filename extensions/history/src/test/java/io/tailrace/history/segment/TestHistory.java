/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The history of a log with small terms, and messages that contain their own position. */
final class TestHistory {
    static final int TERM_LENGTH = LogLayout.MIN_TERM_LENGTH;
    static final int FRAME_LENGTH = 48;
    static final String STREAM = "quotes/eur";

    private static final MappedBuffer TERM = MappedBuffer.allocate(TERM_LENGTH);

    private TestHistory() {}

    static LogMeta.Constants log(long logId) {
        return LogMeta.Constants.of(logId, STREAM, TERM_LENGTH, LogLayout.KIND_CONCURRENT);
    }

    /** {@return a writer of a log of this stream, with segments of a term} */
    static SegmentWriter writer(Path folder, long logId) throws IOException {
        return SegmentWriter.open(folder, log(logId), TERM_LENGTH);
    }

    static Path folder(Path directory, long logId) {
        return StreamHistory.of(directory, STREAM).log(logId);
    }

    /** Appends a segment after the other, each a padding and messages half a second later. */
    static void fill(SegmentWriter writer, int segments, long beginMs) throws IOException {
        long base = Math.max(0, writer.endPosition() + 15) / TERM_LENGTH * TERM_LENGTH;
        for (int i = 0; i < segments; i++) {
            writer.append(pad(), 0, 16, base + (long) i * TERM_LENGTH, beginMs + i * 1000L);
            append(writer, TERM_LENGTH / FRAME_LENGTH, beginMs + i * 1000L + 500);
        }
    }

    /** Appends a block of messages where the history ends, or at 0. */
    static void append(SegmentWriter writer, int messages, long nowMs) throws IOException {
        long position = Math.max(0, writer.endPosition());
        int offset = (int) (position % TERM_LENGTH);
        for (int i = 0; i < messages; i++) {
            int at = offset + i * FRAME_LENGTH;
            TERM.setMemory(at, FRAME_LENGTH, (byte) 7);
            TERM.putLong(at, FrameLayout.header(FRAME_LENGTH - 3, FrameLayout.TYPE_DATA, 0));
            TERM.putLong(at + 8, position + (long) i * FRAME_LENGTH);
        }
        writer.append(TERM, offset, messages * FRAME_LENGTH, position, nowMs);
    }

    /**
     * {@return the positions of the messages from a position on, over gaps and damage, which are recorded as -1 and -2}
     */
    static List<Long> read(Path folder, long from) {
        List<Long> found = new ArrayList<>();
        try (SegmentReplay reader = new SegmentReplay(folder)) {
            long next = from;
            while (next != LogLayout.NONE) {
                boolean kept = reader.seek(next);
                long header = kept ? reader.next() : 0;
                while (header > 0) {
                    found.add(
                            reader.buffer().getLong(reader.payloadOffset()) == reader.position()
                                    ? reader.position()
                                    : Long.MIN_VALUE);
                    reader.consume(header);
                    header = reader.next();
                }
                found.add(header == 0 ? -1 : header);
                next = header == 0 ? reader.nextPosition() : reader.skipDamaged();
            }
        }
        return found;
    }

    /** {@return a padding of 16 bytes} */
    static MappedBuffer pad() {
        MappedBuffer pad = MappedBuffer.allocate(16);
        pad.putLong(0, FrameLayout.header(16, FrameLayout.TYPE_PAD, 0));
        return pad;
    }

    /** {@return what {@link #read} finds of this many messages, if nothing is missing} */
    static List<Long> whole(int messages) {
        List<Long> whole = new ArrayList<>(positions(messages));
        whole.add(-1L);
        return whole;
    }

    /** {@return the positions of this many messages} */
    static List<Long> positions(int messages) {
        List<Long> positions = new ArrayList<>();
        for (long i = 0; i < messages; i++) {
            positions.add(i * FRAME_LENGTH);
        }
        return positions;
    }
}
