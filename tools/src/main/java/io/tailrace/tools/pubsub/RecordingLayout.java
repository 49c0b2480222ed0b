/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

/**
 * The bytes of a recording, all numbers little-endian: a file header, and blocks one behind the other. The first block
 * is START, the last END, and what lies between holds the messages in the order in which they were received.
 *
 * <pre>
 *   file header               block header                 START (1)
 *   ------------------------  ---------------------------  ---------------------------
 *    0  8  magic "TRAILREC"    0  4  checksum               0  8  startEpochNs
 *    8  4  version             4  4  length of the body     8  4  length of the name
 *   12  4  byteOrder           8  4  kind                  12  n  stream, UTF-8
 *                             12  4  number: 0, 1, 2, …
 *
 *   MESSAGES (2), each        LOSS (3)                     END (4)
 *   ------------------------  ---------------------------  ---------------------------
 *    0  8  timeNs              0  8  timeNs                 0  8  messages
 *    8  8  logId               8  8  logId                  8  8  bytes of the messages
 *   16  8  position           16  8  from                  16  8  losses
 *   24  8  publisherId        24  8  to                    24  8  lostBytes
 *   32  4  length                                          32  8  durationNs
 *   36  n  payload
 * </pre>
 *
 * <p>The checksum is the CRC-32C of everything behind it in its block, so of the rest of the block header, too. A block
 * is written at once, and a file without END was cut: what its whole blocks hold is good. docs/RECORDING.md says what
 * the fields mean.
 */
final class RecordingLayout {
    /** {@code TRAILREC} as bytes. */
    static final long MAGIC = 0x4345_524C_4941_5254L;

    static final int VERSION_MAJOR = 1;
    static final int VERSION_MINOR = 0;
    static final int BYTE_ORDER_MARK = 0x01020304;
    static final int FILE_HEADER_LENGTH = 16;

    static final int BLOCK_HEADER_LENGTH = 16;
    static final int CHECKSUM_OFFSET = 0;
    static final int BODY_LENGTH_OFFSET = 4;
    static final int KIND_OFFSET = 8;
    static final int NUMBER_OFFSET = 12;

    static final int KIND_START = 1;
    static final int KIND_MESSAGES = 2;
    static final int KIND_LOSS = 3;
    static final int KIND_END = 4;

    static final int START_LENGTH = 12;
    static final int MESSAGE_HEADER_LENGTH = 36;
    static final int LOSS_FROM_OFFSET = 16;
    static final int LOSS_TO_OFFSET = 24;
    static final int LOSS_LENGTH = 32;
    static final int END_LENGTH = 40;

    /** A block of messages is written when the next one would make it longer; a longer message has its own block. */
    static final int BLOCK_LENGTH = 128 * 1024;

    /** No block is longer: the longest message has an eighth of the longest term. */
    static final int MAX_BODY_LENGTH = (1 << 27) + BLOCK_LENGTH;

    private RecordingLayout() {}
}
