/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.proof;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.CorruptLogException;
import io.tailrace.memory.MappedBuffer;

/** A log of a {@link LogPool}, with the operations of the stress tests. */
public final class StressLog {
    /** The bytes at the start and at the end of each term that a test may use. */
    public static final int SPACE = 512;

    public static final int TERM_LENGTH = LogLayout.MIN_TERM_LENGTH;
    public static final long RING_LENGTH = (long) LogLayout.TERM_COUNT * TERM_LENGTH;

    private static final long PUBLISHER_ID = 7;
    private static final long CLIENT_ID = 8;
    private static final long PID = 9;

    private final LogBuffers buffers;
    private final MappedBuffer metaBuffer;
    private final MappedBuffer[] terms;
    private int uses;

    StressLog(LogBuffers buffers, MappedBuffer metaBuffer, MappedBuffer[] terms) {
        this.buffers = buffers;
        this.metaBuffer = metaBuffer;
        this.terms = terms;
    }

    void reset(long tail, long limit) {
        uses++;
        for (MappedBuffer term : terms) {
            term.zero(0, SPACE);
            term.zero(TERM_LENGTH - SPACE, SPACE);
        }
        metaBuffer.zero(LogLayout.TAIL_OFFSET, LogLayout.PUBLISHER_SLOTS_OFFSET - LogLayout.TAIL_OFFSET);
        LogMeta meta = buffers.meta();
        meta.tailRelease(tail);
        meta.limitRelease(limit);
        meta.endPositionRelease(LogLayout.NONE);
        meta.subscriberCountRelease(1);
        meta.activatePublisher(0, PUBLISHER_ID, CLIENT_ID, PID);
    }

    public LogBuffers buffers() {
        return buffers;
    }

    public LogMeta meta() {
        return buffers.meta();
    }

    /** {@return how many states have had this log before, for variations} */
    public int uses() {
        return uses;
    }

    /** {@return a message whose longs all have this value} */
    public static MappedBuffer message(int length, long value) {
        MappedBuffer message = MappedBuffer.allocate(length);
        for (int i = 0; i < length; i += Long.BYTES) {
            message.putLong(i, value);
        }
        return message;
    }

    /**
     * Reads the next message.
     *
     * @return the value of all its longs; 0 if there is no message, -1 if they differ, -2 if it is not a frame
     */
    public static int read(FrameReader reader) {
        long header;
        try {
            header = reader.next();
        } catch (CorruptLogException e) {
            return -2;
        }
        if (header == 0) {
            return 0;
        }
        int length = FrameLayout.length(header) - FrameLayout.HEADER_LENGTH;
        MappedBuffer term = reader.buffer();
        int offset = reader.payloadOffset();
        long value = term.getLong(offset);
        for (int i = Long.BYTES; i < length; i += Long.BYTES) {
            value = term.getLong(offset + i) == value ? value : -1;
        }
        reader.consume(header);
        return (int) value;
    }

    /** As {@link #read}, at a position. */
    public static int readAt(StressLog log, long position) {
        FrameReader reader = new FrameReader(log.buffers, position);
        return read(reader);
    }
}
