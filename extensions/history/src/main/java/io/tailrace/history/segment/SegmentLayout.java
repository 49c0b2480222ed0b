/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import io.tailrace.file.FileFormat;

/** The layout of a segment: {@code FORMAT.md} lists each field with its writer and its memory order. */
public final class SegmentLayout {
    /** "TRAILSEG" read as a little-endian long. */
    public static final long MAGIC = 0x4745534C49415254L;

    public static final int VERSION_MAJOR = 1;
    public static final int VERSION_MINOR = 1;

    public static final int LOG_ID_OFFSET = 24;
    public static final int TERM_LENGTH_OFFSET = 32;
    public static final int KIND_OFFSET = 36;
    public static final int BASE_OFFSET = 40;
    public static final int SEGMENT_LENGTH_OFFSET = 48;
    public static final int DATA_OFFSET_OFFSET = 56;
    public static final int STREAM_LENGTH_OFFSET = 60;
    public static final int STREAM_OFFSET = 64;
    public static final int CREATED_MS_OFFSET = 320;
    public static final int ORDER_OFFSET = 328;
    public static final int ERA_OFFSET = 336;
    public static final int BLOCK_COUNT_OFFSET = 512;
    public static final int SEALED_OFFSET = 520;

    public static final int HEADER_LENGTH = 4096;

    public static final int BLOCK_POSITION_OFFSET = 0;
    public static final int BLOCK_TIME_MS_OFFSET = 8;
    public static final int BLOCK_LENGTH_AND_CRC_OFFSET = 16;

    /** The length of an entry of the table. */
    public static final int BLOCK_LENGTH = 32;

    /** The part of a block's entry that its checksum also covers: position and time. */
    public static final int CHECKED_LENGTH = 16;
    /** The bytes of data for each byte of the table. */
    public static final int DATA_PER_TABLE = 256;

    /** A block gets no message that is recorded this long after its first. */
    public static final long LONGEST_MS = 100;

    /** Values of sealed: more may follow; no more in this segment; no more at all. */
    public static final long OPEN = 0;

    public static final long SEALED = 1;
    public static final long LOG_ENDED = 2;

    public static final FileFormat FORMAT = new FileFormat(MAGIC, VERSION_MAJOR, VERSION_MINOR, HEADER_LENGTH);

    private SegmentLayout() {}

    /** {@return the offset of the data in a segment of this length} */
    public static int dataOffset(long segmentLength) {
        long table = segmentLength / DATA_PER_TABLE;
        return (int) (HEADER_LENGTH + (table + HEADER_LENGTH - 1) / HEADER_LENGTH * HEADER_LENGTH);
    }
}
