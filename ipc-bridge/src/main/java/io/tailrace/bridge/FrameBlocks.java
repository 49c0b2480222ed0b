/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.ControlledFrameHandler;
import io.tailrace.Header;
import io.tailrace.log.FrameLayout;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Makes blocks of messages that are copied one by one, for a source whose publishers do not wait for the link. Space
 * between two messages was padding, unless an overrun was reported. A poll may end after padding that no message has
 * followed yet: the next poll sends it first. Sender's thread only.
 */
final class FrameBlocks implements ControlledFrameHandler {
    static final int MAX_FRAMES = 1024;

    private final SenderSession session;
    private final int lane;
    private final int termLength;
    private final ExpandableArrayBuffer block = new ExpandableArrayBuffer();
    /** The beginning of the block; everything before it was sent. -1: the position of the next poll. */
    private long position = -1;

    private int length;
    private long limit;
    private int maxLength;
    private boolean lost;
    private long paddedFrom;
    private long paddedTo;

    FrameBlocks(SenderSession session, int lane, int termLength) {
        this.session = session;
        this.lane = lane;
        this.termLength = termLength;
    }

    /** The mirror has everything up to the beginning of the next poll. */
    void restart() {
        position = -1;
    }

    /** {@return whether everything before the position of the next poll was sent, including padding} */
    boolean isSent(long readPosition) {
        return position < 0 || position >= readPosition;
    }

    /** Call before a poll. Messages at or past the limit, which is after the position, are not sent. */
    void begin(long readPosition, long newLimit, int newMaxLength) {
        maxLength = newMaxLength;
        limit = newLimit;
        lost = false;
        position = position < 0 ? readPosition : position;
        pad(readPosition);
    }

    /** Called inside the poll, before the first remaining message: the messages before it were overwritten. */
    void overrun() {
        lost = true;
    }

    /** {@return whether messages were lost} The messages after them were not taken. */
    boolean isLost() {
        return lost;
    }

    /** {@return the position up to which everything was taken} */
    long end() {
        return position + length;
    }

    @Override
    public Action onFrame(DirectBuffer buffer, int offset, int messageLength, Header header) {
        long begin = header.position();
        int frameLength = FrameLayout.HEADER_LENGTH + messageLength;
        long blockLength = begin - position + FrameLayout.align(frameLength);
        if (lost || begin >= limit || (length > 0 && blockLength > maxLength)) {
            return Action.ABORT;
        }
        pad(begin);
        if (length + FrameLayout.align(frameLength) > maxLength) {
            flush(); // The padding: the longest message fills a block by itself.
        }
        putHeader(frameLength, FrameLayout.TYPE_DATA);
        block.putBytes(length + FrameLayout.HEADER_LENGTH, buffer, offset, messageLength);
        length += FrameLayout.align(frameLength);
        flushAtEndOfTerm();
        return Action.CONTINUE;
    }

    /** No frame, and no block, goes past the end of a term. */
    private void pad(long to) {
        while (end() < to) {
            int padding = (int) Math.min(to - end(), termLength - end() % termLength);
            if (padding > Lane.LONG_PADDING) {
                flush();
                offerPadding(position, padding);
                position += padding;
            } else {
                putHeader(padding, FrameLayout.TYPE_PAD);
                block.setMemory(length + FrameLayout.HEADER_LENGTH, padding - FrameLayout.HEADER_LENGTH, (byte) 0);
                length += padding;
            }
            flushAtEndOfTerm();
        }
    }

    private void flushAtEndOfTerm() {
        if (end() % termLength == 0) {
            flush();
        }
    }

    /** Sends a padding without its bytes. */
    void offerPadding(long from, int padding) {
        session.offerPadding(lane, from, padding);
        paddedFrom = from;
        paddedTo = from + padding;
    }

    /**
     * {@return how many bytes are under way between two positions} Padding at the end does not count: it takes no time,
     * and the mirror appends it as soon as its subscribers allow.
     */
    long underWay(long confirmed, long sent) {
        return Math.max(0, (sent == paddedTo ? paddedFrom : sent) - confirmed);
    }

    private void putHeader(int frameLength, int type) {
        block.putLong(length, FrameLayout.header(frameLength, type, 0), ByteOrder.LITTLE_ENDIAN);
    }

    /** Sends the messages taken so far. */
    void flush() {
        if (length > 0) {
            session.offerBlock(lane, block, 0, length, position);
            position += length;
            length = 0;
        }
    }
}
