/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * The first 24 bytes of every file with a format: its kind, its version, and whether it is complete.
 *
 * <pre>
 *   offset  size  field      meaning
 *   ------  ----  ---------  --------------------------------------------------
 *        0     8  magic      names the kind of file
 *        8     4  version    major in the upper 16 bits, minor in the lower
 *       12     4  byteOrder  0x01020304 in the byte order of the file
 *       16     4  ready      stored last, with release; 1 once everything else is there
 *       20     4  (padding)
 * </pre>
 *
 * A reader understands every minor version of its major one.
 */
public final class FileHeader {
    public static final int LENGTH = 24;

    private static final int MAGIC_OFFSET = 0;
    private static final int VERSION_OFFSET = 8;
    private static final int BYTE_ORDER_OFFSET = 12;
    private static final int READY_OFFSET = 16;
    private static final int BYTE_ORDER_MARK = 0x01020304;

    private FileHeader() {}

    /** Writes all but the ready word. */
    public static void write(MappedBuffer buffer, long magic, int major, int minor) {
        if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            throw new UnsupportedOperationException(
                    "the file format is little-endian: byteOrder=" + ByteOrder.nativeOrder());
        }
        buffer.putLong(MAGIC_OFFSET, magic);
        buffer.putInt(VERSION_OFFSET, (major << 16) | minor);
        buffer.putInt(BYTE_ORDER_OFFSET, BYTE_ORDER_MARK);
    }

    /** {@return the minor version of a file that was checked} */
    public static int minorVersion(MappedBuffer buffer) {
        return buffer.getInt(VERSION_OFFSET) & 0xFFFF;
    }

    /** Release: pairs with the acquire in {@link #check}; a process that sees the ready word sees the whole file. */
    public static void markReady(MappedBuffer buffer) {
        buffer.putIntRelease(READY_OFFSET, 1);
    }

    /**
     * Checks that a file is of this kind, of a version that we understand, and complete.
     *
     * @throws FileFormatException naming what is wrong, with both values
     */
    public static void check(MappedBuffer buffer, Path path, long magic, int major, int minLength)
            throws FileFormatException {
        if (buffer.capacity() < minLength) {
            throw new FileFormatException(
                    path, "truncated: length=" + buffer.capacity() + ", expected at least " + minLength);
        }
        boolean ready = buffer.getIntAcquire(READY_OFFSET) == 1;
        if (buffer.getLong(MAGIC_OFFSET) != magic) {
            throw new FileFormatException(
                    path,
                    "not a file of this kind: magic=0x" + Long.toHexString(buffer.getLong(MAGIC_OFFSET))
                            + ", expected=0x" + Long.toHexString(magic));
        }
        if (buffer.getInt(BYTE_ORDER_OFFSET) != BYTE_ORDER_MARK) {
            throw new FileFormatException(path, "written in another byte order");
        }
        int version = buffer.getInt(VERSION_OFFSET);
        if (version >>> 16 != major) {
            throw new FileFormatException(
                    path,
                    "another layout version: file=" + (version >>> 16) + "." + (version & 0xFFFF) + ", supported="
                            + major + ".x");
        }
        if (!ready) {
            throw new FileFormatException(path, "incomplete: its maker stopped before it was ready");
        }
    }
}
