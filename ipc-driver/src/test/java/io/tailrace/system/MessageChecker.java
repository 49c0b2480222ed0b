/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.memory.MappedBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.DirectBuffer;

/**
 * Expects every message of every publication once, in order, byte for byte, from its first one on. One thread polls
 * with it; any thread may read the counts.
 */
final class MessageChecker implements FrameHandler {
    private final Map<Long, Long> next = new ConcurrentHashMap<>();
    private final int maxLength;
    private final MappedBuffer expected;
    private long count;
    private volatile long total;

    MessageChecker(int maxLength) {
        this.maxLength = maxLength;
        this.expected = MappedBuffer.allocate(maxLength);
    }

    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        long publisher = header.publisherId();
        long sequence = next.getOrDefault(publisher, 0L);
        int expectedLength = TestMessages.length(publisher, sequence, maxLength);
        TestMessages.fill(expected, expectedLength, publisher, sequence);
        if (length != expectedLength || !isEqual(buffer, offset, length)) {
            throw new AssertionError(
                    "not what was sent: publisher=" + publisher + ", sequence=" + sequence + ", length="
                            + length + ", expected=" + expectedLength + ", position=" + header.position() + ", log="
                            + header.image().logId());
        }
        next.put(publisher, sequence + 1);
        count++;
        total = count;
    }

    private boolean isEqual(DirectBuffer buffer, int offset, int length) {
        int index = 0;
        for (; index <= length - Long.BYTES; index += Long.BYTES) {
            if (buffer.getLong(offset + index) != expected.getLong(index)) {
                return false;
            }
        }
        for (; index < length; index++) {
            if (buffer.getByte(offset + index) != expected.getByte(index)) {
                return false;
            }
        }
        return true;
    }

    /** {@return how many messages of a publication have arrived} */
    long received(long publisher) {
        return next.getOrDefault(publisher, 0L);
    }

    /** {@return how many messages have arrived} */
    long total() {
        return total;
    }

    int publishers() {
        return next.size();
    }
}
