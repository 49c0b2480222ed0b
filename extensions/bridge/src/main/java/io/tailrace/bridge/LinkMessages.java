/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The messages of a link. All are little-endian, and begin with their type and the number of their lane, or 0 if they
 * concern the link. Words of 8 bytes follow, and texts: a length of 4 bytes, and UTF-8.
 *
 * <p>The other end is not trusted: this class reads each word and each text, and throws {@link BadMessageException} if
 * it lies past the end of its message.
 *
 * <pre>
 *   sender to receiver                                     receiver to sender
 *   HELLO    version, host, link, product, streams,        WELCOME  version, host, product
 *            directory
 *                                                          REFUSED  reason: the link has ended
 *                                                          RESET    reason: the sender is to begin anew
 *   OPEN     origin's log, position, term length,          OPENED   position up to which the mirror has all, limit
 *            origin's host, stream                         SHUT     1: for good, 2: try again; reason
 *   BLOCK    position; frames                              ACK      position up to which the mirror has all, limit
 *   PART     position, length, offset; a part of a frame   HELD     who holds the mirror back; empty: nobody
 *   PAD      position, length
 *   GAP      from, to: the mirror ends, another begins     OPENED
 *   END      position: the source has ended                ENDED    the mirror has all of it
 *   LEAVE    the source is read to its end, or lost
 *   SYNC     all sources are open
 *   PING     time                                          PONG     the same time
 *   BYE      the sender ends
 * </pre>
 */
final class LinkMessages {
    /** Both ends must have the same major version; the fields of a minor one are added at the end. */
    static final int VERSION_MAJOR = 1;

    static final int VERSION_MINOR = 0;
    static final long VERSION = (long) VERSION_MAJOR << 16 | VERSION_MINOR;

    static final int HELLO = 1;
    static final int OPEN = 2;
    static final int BLOCK = 3;
    static final int PAD = 4;
    static final int GAP = 5;
    static final int END = 6;
    static final int SYNC = 7;
    static final int PING = 8;
    static final int BYE = 9;
    /** A part of a frame that is longer than Aeron's longest message. */
    static final int PART = 10;
    /** After ENDED the mirror ends; else it waits for its next sender until its lease ends. */
    static final int LEAVE = 11;

    static final int WELCOME = 65;
    static final int REFUSED = 66;
    static final int RESET = 67;
    static final int OPENED = 68;
    static final int SHUT = 69;
    static final int ACK = 70;
    static final int HELD = 71;
    static final int ENDED = 72;
    static final int PONG = 73;

    /** In SHUT: this receiver will never take the source, so its publishers do not wait for it. */
    static final long FOR_GOOD = 1;
    /** In SHUT: it may be possible later. */
    static final long TRY_AGAIN = 2;

    /** The length of type and lane, which precede the frames of a block. */
    static final int HEADER_LENGTH = 8;

    static final int BLOCK_HEADER_LENGTH = 16;
    static final int PART_HEADER_LENGTH = 32;

    private static final int MAX_TEXT_LENGTH = 64 * 1024;

    private LinkMessages() {}

    /** An impossible message from the other end. */
    static final class BadMessageException extends RuntimeException {
        private static final long serialVersionUID = 1;

        BadMessageException(String problem) {
            super(problem);
        }
    }

    /** {@return the version for display} */
    static String describe(long version) {
        return (version >>> 16) + "." + (version & 0xFFFF);
    }

    /** Writes one message. One thread. */
    static final class Writer {
        private final MutableDirectBuffer buffer;
        private int length;

        Writer(MutableDirectBuffer buffer) {
            this.buffer = buffer;
        }

        Writer begin(int type, int lane) {
            buffer.putInt(0, type, ByteOrder.LITTLE_ENDIAN);
            buffer.putInt(4, lane, ByteOrder.LITTLE_ENDIAN);
            length = HEADER_LENGTH;
            return this;
        }

        Writer word(long value) {
            buffer.putLong(length, value, ByteOrder.LITTLE_ENDIAN);
            length += Long.BYTES;
            return this;
        }

        Writer text(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            buffer.putInt(length, bytes.length, ByteOrder.LITTLE_ENDIAN);
            buffer.putBytes(length + Integer.BYTES, bytes);
            length += Integer.BYTES + bytes.length;
            return this;
        }

        /** Takes a message that was written before. */
        Writer copy(byte[] message) {
            buffer.putBytes(0, message);
            length = message.length;
            return this;
        }

        byte[] copy() {
            byte[] message = new byte[length];
            buffer.getBytes(0, message);
            return message;
        }

        /** Sends the message. Returns whether Aeron has taken it. */
        boolean isTakenBy(ExclusivePublication publication) {
            long result;
            do {
                result = publication.offer(buffer, 0, length);
            } while (result == Publication.ADMIN_ACTION);
            return result > 0;
        }

        MutableDirectBuffer buffer() {
            return buffer;
        }

        int length() {
            return length;
        }
    }

    /** Reads one message without trusting its contents. One thread. */
    static final class Reader {
        private DirectBuffer buffer;
        private int index;
        private int end;
        private int type;
        private int lane;

        Reader(DirectBuffer nothing) {
            this.buffer = nothing;
        }

        Reader wrap(DirectBuffer message, int offset, int length) {
            buffer = message;
            index = offset;
            end = offset + length;
            type = nextInt();
            lane = nextInt();
            return this;
        }

        int type() {
            return type;
        }

        int lane() {
            return lane;
        }

        long word() {
            require(Long.BYTES);
            long value = buffer.getLong(index, ByteOrder.LITTLE_ENDIAN);
            index += Long.BYTES;
            return value;
        }

        String text() {
            int length = nextInt();
            if (length < 0 || length > MAX_TEXT_LENGTH) {
                throw new BadMessageException("length of a text out of range: type=" + type + ", length=" + length);
            }
            require(length);
            byte[] bytes = new byte[length];
            buffer.getBytes(index, bytes);
            index += length;
            return new String(bytes, StandardCharsets.UTF_8);
        }

        /** {@return where the rest of the message begins in {@link #buffer}} */
        int index() {
            return index;
        }

        /** {@return how long the rest is, in bytes} */
        int remaining() {
            return end - index;
        }

        DirectBuffer buffer() {
            return buffer;
        }

        private int nextInt() {
            require(Integer.BYTES);
            int value = buffer.getInt(index, ByteOrder.LITTLE_ENDIAN);
            index += Integer.BYTES;
            return value;
        }

        private void require(int bytes) {
            if (bytes > end - index) {
                throw new BadMessageException(
                        "message too short: type=" + type + ", lacks=" + (bytes - (end - index)) + " bytes");
            }
        }
    }
}
