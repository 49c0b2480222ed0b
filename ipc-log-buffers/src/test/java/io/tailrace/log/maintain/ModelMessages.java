/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.log.TestLog;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The content that the log must have: the committed messages, and the claims neither committed nor padded. */
final class ModelMessages {
    private final TestLog log;
    private final int minLength;
    private final TreeMap<Long, byte[]> committed = new TreeMap<>();
    /** The bounds of an open claim, or of its remainder. */
    private final TreeMap<Long, Long> open = new TreeMap<>();

    /** @param minLength of messages: long ones wrap around the ring soon */
    ModelMessages(TestLog log, int minLength) {
        this.log = log;
        this.minLength = minLength;
    }

    int minLength() {
        return minLength;
    }

    void claimed(long position, int alignedLength) {
        open.put(position, position + alignedLength);
    }

    /** The space between two tails that holds no message is padded, or is a debt. */
    void claimedBefore(long tail, long newTail) {
        long message = firstCommitted(tail);
        Map.Entry<Long, Long> claim = open.ceilingEntry(tail);
        long end = Math.min(Math.min(newTail, message), claim == null ? newTail : claim.getKey());
        if (tail < end) {
            open.put(tail, end);
        }
    }

    void committed(long position, byte[]... messages) {
        open.remove(position);
        long next = position;
        for (byte[] message : messages) {
            committed.put(next, message);
            next += FrameLayout.align(HEADER_LENGTH + message.length);
        }
    }

    /** Forgets the claims, or their parts, that are padded by now, by any party; one padding may cover several. */
    void forgetPadded() {
        Map.Entry<Long, Long> claim = open.firstEntry();
        while (claim != null) {
            long position = claim.getKey();
            if (position >= log.meta().cleanPositionAcquire() + TestLog.RING_LENGTH) {
                return; // The last lap's bytes.
            }
            long header = log.header(position);
            if (FrameLayout.length(header) > 0 && FrameLayout.type(header) == FrameLayout.TYPE_PAD) {
                forgetUpTo(position, position + FrameLayout.align(FrameLayout.length(header)));
            }
            claim = open.higherEntry(position);
        }
    }

    private void forgetUpTo(long from, long padEnd) {
        Map.Entry<Long, Long> claim = open.ceilingEntry(from);
        while (claim != null && claim.getKey() < padEnd) {
            open.remove(claim.getKey());
            if (padEnd < claim.getValue()) {
                open.put(padEnd, claim.getValue());
            }
            claim = open.ceilingEntry(from);
        }
    }

    /** {@return the position of the first claim that is still open} */
    long firstOpen() {
        return open.isEmpty() ? LogLayout.NONE : open.firstKey();
    }

    /** A subscriber that has received everything before {@code from} receives this. */
    void deliver(long from, long position, byte[] message) {
        Map.Entry<Long, byte[]> next = committed.ceilingEntry(from);
        if (next == null || next.getKey() != position) {
            fail("delivered: position=" + position + ", committed=" + (next == null ? "none" : next.getKey())
                    + ", from=" + from);
        }
        if (!Arrays.equals(next.getValue(), message)) { // Fast; the assertion below is only clearer.
            assertArrayEquals(next.getValue(), message, () -> "position=" + position);
        }
        if (isOpenBetween(from, position)) {
            forgetPadded();
            assertFalse(isOpenBetween(from, position), () -> "delivered past an open claim: position=" + position);
        }
    }

    private boolean isOpenBetween(long from, long position) {
        Long next = open.ceilingKey(from);
        return next != null && next <= position;
    }

    /** {@return the position of the first message at or past this one, NONE if there is none} */
    long firstCommitted(long from) {
        Long next = committed.ceilingKey(from);
        return next == null ? LogLayout.NONE : next;
    }

    int count() {
        return committed.size();
    }
}
