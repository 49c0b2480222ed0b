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
 * between two messages was padding, unless an overrun was reported. The thread of the sender.
 */
final class FrameBlocks implements ControlledFrameHandler {
    static final int MAX_FRAMES = 1024;

    private final SenderSession session;
    private final int lane;
    private final ExpandableArrayBuffer block = new ExpandableArrayBuffer();
    private long position;
    private int length;
    private long limit;
    private int maxLength;
    private boolean lost;

    FrameBlocks(SenderSession session, int lane) {
        this.session = session;
        this.lane = lane;
    }

    /** Before a poll: what is before the position was sent, and no message is sent that begins at the limit. */
    void begin(long newPosition, long newLimit, int newMaxLength) {
        maxLength = newMaxLength;
        position = newPosition;
        length = 0;
        limit = newLimit;
        lost = false;
    }

    /** Inside the poll, before the message that is still there: those before it were written over. */
    void overrun() {
        lost = true;
    }

    /** {@return whether messages were lost} What is after them was not taken. */
    boolean isLost() {
        return lost;
    }

    /** {@return the position up to which all was taken} */
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
        pad((int) (begin - end()));
        putHeader(frameLength, FrameLayout.TYPE_DATA);
        block.putBytes(length + FrameLayout.HEADER_LENGTH, buffer, offset, messageLength);
        length += FrameLayout.align(frameLength);
        return Action.CONTINUE;
    }

    private void pad(int padding) {
        if (padding > Lane.LONG_PADDING) {
            flush();
            session.offerPadding(lane, position, padding);
            position += padding;
        } else if (padding > 0) {
            putHeader(padding, FrameLayout.TYPE_PAD);
            block.setMemory(length + FrameLayout.HEADER_LENGTH, padding - FrameLayout.HEADER_LENGTH, (byte) 0);
            length += padding;
        }
    }

    private void putHeader(int frameLength, int type) {
        block.putLong(length, FrameLayout.header(frameLength, type, 0), ByteOrder.LITTLE_ENDIAN);
    }

    /** Sends what was taken. */
    void flush() {
        if (length > 0) {
            session.offerBlock(lane, block, 0, length, position);
            position += length;
            length = 0;
        }
    }
}
