/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import io.tailrace.log.LogLayout;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The constants of a segment and its log, written once before it gets its name.
 *
 * @param base where its first block begins
 * @param segmentLength the segment ends at the next multiple of this; a power of two, at least a term
 * @param createdMs since 1970
 * @param order greater than that of each log of which the stream's history began earlier; 0 before version 1.1
 * @param era the times of its blocks are compared only with those of the same era; later eras are greater
 */
public record SegmentConstants(
        long logId,
        String stream,
        int termLength,
        int kind,
        long base,
        long segmentLength,
        long createdMs,
        long order,
        long era) {
    static final String SUFFIX = ".segment";
    private static final int DIGITS = 20;

    /** @throws IllegalArgumentException if they contradict one another */
    public SegmentConstants {
        LogLayout.checkTermLength(termLength);
        LogLayout.checkStream(stream);
        LogLayout.checkKind(kind);
        if (base < 0 || base % Long.BYTES != 0) {
            throw new IllegalArgumentException("base of a segment out of range: base=" + base);
        }
        if (segmentLength < termLength
                || segmentLength > LogLayout.MAX_TERM_LENGTH
                || Long.bitCount(segmentLength) != 1) {
            throw new IllegalArgumentException("segment length must be a power of two within limits: segmentLength="
                    + segmentLength + ", min=" + termLength + ", max=" + LogLayout.MAX_TERM_LENGTH);
        }
    }

    /** {@return the position up to which blocks of the segment may extend} */
    public long limit() {
        return (base & -segmentLength) + segmentLength;
    }

    /** {@return where the data begin in the file} */
    public int dataOffset() {
        return SegmentLayout.dataOffset(segmentLength);
    }

    /** {@return how many blocks the table has room for} */
    public int maxBlocks() {
        return (dataOffset() - SegmentLayout.HEADER_LENGTH) / SegmentLayout.BLOCK_LENGTH;
    }

    /** {@return the segment with this base in the folder of its log} */
    public static Path path(Path logFolder, long base) {
        return logFolder.resolve(String.format(Locale.ROOT, "%020d", base) + SUFFIX);
    }

    /** {@return the base in a file name; -1 if it is not the name of a segment} */
    static long baseOf(String fileName) {
        try {
            return fileName.length() == DIGITS + SUFFIX.length() ? Long.parseLong(fileName.substring(0, DIGITS)) : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Writes them into the header of a new segment. */
    public void write(MappedBuffer buffer) {
        buffer.putLong(SegmentLayout.LOG_ID_OFFSET, logId);
        buffer.putInt(SegmentLayout.TERM_LENGTH_OFFSET, termLength);
        buffer.putInt(SegmentLayout.KIND_OFFSET, kind);
        buffer.putLong(SegmentLayout.BASE_OFFSET, base);
        buffer.putLong(SegmentLayout.SEGMENT_LENGTH_OFFSET, segmentLength);
        buffer.putInt(SegmentLayout.DATA_OFFSET_OFFSET, dataOffset());
        int nameLength = buffer.putStringWithoutLengthUtf8(SegmentLayout.STREAM_OFFSET, stream);
        buffer.putInt(SegmentLayout.STREAM_LENGTH_OFFSET, nameLength);
        buffer.putLong(SegmentLayout.CREATED_MS_OFFSET, createdMs);
        buffer.putLong(SegmentLayout.ORDER_OFFSET, order);
        buffer.putLong(SegmentLayout.ERA_OFFSET, era);
    }

    /**
     * {@return the constants in the header of a file of this length}
     *
     * @throws IllegalArgumentException if they contradict one another
     */
    static SegmentConstants read(MappedBuffer buffer, long fileLength) {
        int nameLength = buffer.getInt(SegmentLayout.STREAM_LENGTH_OFFSET);
        if (nameLength < 1 || nameLength > LogLayout.MAX_STREAM_LENGTH) {
            throw new IllegalArgumentException("stream name out of range: streamLength=" + nameLength);
        }
        SegmentConstants constants = new SegmentConstants(
                buffer.getLong(SegmentLayout.LOG_ID_OFFSET),
                buffer.getStringWithoutLengthUtf8(SegmentLayout.STREAM_OFFSET, nameLength),
                buffer.getInt(SegmentLayout.TERM_LENGTH_OFFSET),
                buffer.getInt(SegmentLayout.KIND_OFFSET),
                buffer.getLong(SegmentLayout.BASE_OFFSET),
                buffer.getLong(SegmentLayout.SEGMENT_LENGTH_OFFSET),
                buffer.getLong(SegmentLayout.CREATED_MS_OFFSET),
                buffer.getLong(SegmentLayout.ORDER_OFFSET),
                buffer.getLong(SegmentLayout.ERA_OFFSET));
        int dataOffset = buffer.getInt(SegmentLayout.DATA_OFFSET_OFFSET);
        if (dataOffset != constants.dataOffset() || dataOffset > fileLength) {
            throw new IllegalArgumentException("data out of place: dataOffset=" + dataOffset + ", expected="
                    + constants.dataOffset() + ", fileLength=" + fileLength);
        }
        return constants;
    }
}
