/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/**
 * A frame: a header of 8 bytes, then the payload, aligned to 8 bytes. The header is always read and written as one
 * aligned 64-bit word, so no reader ever sees half a header.
 *
 * <pre>
 *   offset  size  field    meaning
 *   ------  ----  -------  ---------------------------------------------------------------------------------
 *        0     4  length   0: free; negative: claimed, being written; positive: committed. Bytes with header,
 *                          without alignment; a claimed batch carries the aligned length of the whole claim
 *        4     1  type     1: DATA, 2: PAD
 *        5     1  flags    reserved, 0
 *        6     2  owner    publisher slot in the meta file; 0xFFFF: padded by the media driver
 * </pre>
 *
 * Little-endian. A PAD may be as long as a term.
 */
public final class FrameLayout {
    public static final int HEADER_LENGTH = 8;
    public static final int FRAME_ALIGNMENT = 8;

    public static final int TYPE_DATA = 1;
    public static final int TYPE_PAD = 2;

    /** The owner in the header of a frame that the media driver padded. */
    public static final int DRIVER_OWNER = 0xFFFF;

    private static final int TYPE_SHIFT = 32;
    private static final int FLAGS_SHIFT = 40;
    private static final int OWNER_SHIFT = 48;

    private FrameLayout() {}

    /** {@return the header word of a committed (positive length) or claimed (negative length) frame} */
    public static long header(int length, int type, int owner) {
        return (length & 0xFFFF_FFFFL) | ((long) type << TYPE_SHIFT) | ((long) owner << OWNER_SHIFT);
    }

    /** {@return the signed length field of a header word} */
    public static int length(long header) {
        return (int) header;
    }

    /** {@return the type field of a header word} */
    public static int type(long header) {
        return (int) (header >>> TYPE_SHIFT) & 0xFF;
    }

    /** {@return the flags field of a header word; 0 in this version} */
    public static int flags(long header) {
        return (int) (header >>> FLAGS_SHIFT) & 0xFF;
    }

    /** {@return the publisher slot that claimed the frame} */
    public static int owner(long header) {
        return (int) (header >>> OWNER_SHIFT) & 0xFFFF;
    }

    /**
     * {@return whether a word can be the header of a committed frame}
     *
     * @param longest what remains of the block or the term
     */
    public static boolean isFrame(long header, long longest) {
        int length = length(header);
        int type = type(header);
        return length >= HEADER_LENGTH && length <= longest && (type == TYPE_DATA || type == TYPE_PAD);
    }

    /** {@return the space that a frame of this length takes, in bytes} */
    public static int align(int length) {
        return (length + (FRAME_ALIGNMENT - 1)) & -FRAME_ALIGNMENT;
    }
}
