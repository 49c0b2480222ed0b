/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.MappedLong;

/**
 * The progress of a subscriber, in one cache line of its slot: its position, the number of messages read, and its
 * losses. One thread at a time writes, all read. The next holder of its name continues with these values.
 */
public final class SubscriberProgress {
    private static final int MAX_TRIES = 100;

    private final MappedBuffer buffer;
    private final int slot;
    private final MappedLong position;
    private final MappedLong messages;

    SubscriberProgress(MappedBuffer buffer, int slot) {
        this.buffer = buffer;
        this.slot = slot;
        this.position = new MappedLong(buffer, slot + LogLayout.SUBSCRIBER_POSITION_OFFSET);
        this.messages = new MappedLong(buffer, slot + LogLayout.SUBSCRIBER_MESSAGES_OFFSET);
    }

    /**
     * The messages that publishers overwrote before they were read.
     *
     * @param count how often
     * @param bytes in total, padding included
     * @param from where the last loss began; equal to {@code to} if the subscriber was stopped while it noted the next
     *     one
     * @param to where the last loss ended
     */
    public record Losses(long count, long bytes, long from, long to) {}

    public long position() {
        return position.getAcquire();
    }

    public long messages() {
        return messages.getAcquire();
    }

    /** Stored once a poll. */
    public void release(long newPosition, long newMessages) {
        messages.setRelease(newMessages); // No ordering is needed, and on x86 it costs nothing.
        // Release: pairs with the keeper's acquire. From now on the keeper may zero up to here; all reads happened
        // before.
        position.setRelease(newPosition);
    }

    /** Adds a loss, which is after the previous one. */
    public void lost(long from, long to) {
        buffer.addLongOpaque(slot + LogLayout.SUBSCRIBER_LOST_BYTES_OFFSET, to - from);
        buffer.putLongOpaque(slot + LogLayout.SUBSCRIBER_LOST_FROM_OFFSET, from);
        // Release: pairs with the acquire of this end in losses(), which must not join it to an earlier beginning.
        buffer.putLongRelease(slot + LogLayout.SUBSCRIBER_LOST_TO_OFFSET, to);
        // Release: pairs with the acquire of the count in losses(); the counted loss is stored.
        buffer.addLongRelease(slot + LogLayout.SUBSCRIBER_LOSSES_OFFSET, 1);
    }

    /** {@return the losses so far; bytes and range may already include a loss that is counted next} */
    public Losses losses() {
        // Acquires: pair with the releases in lost(). An end before its beginning belongs to an earlier loss.
        long count = buffer.getLongAcquire(slot + LogLayout.SUBSCRIBER_LOSSES_OFFSET);
        long bytes = buffer.getLongOpaque(slot + LogLayout.SUBSCRIBER_LOST_BYTES_OFFSET);
        long from;
        long to;
        int tries = 0;
        do {
            to = buffer.getLongAcquire(slot + LogLayout.SUBSCRIBER_LOST_TO_OFFSET);
            from = buffer.getLongOpaque(slot + LogLayout.SUBSCRIBER_LOST_FROM_OFFSET);
        } while (from >= to && count > 0 && ++tries < MAX_TRIES);
        return new Losses(count, bytes, Math.min(from, to), to);
    }

    /** Called by the keeper before it assigns the slot to a new subscriber. */
    void clear() {
        int length = LogLayout.SUBSCRIBER_LOST_TO_OFFSET + Long.BYTES - LogLayout.SUBSCRIBER_MESSAGES_OFFSET;
        buffer.zero(slot + LogLayout.SUBSCRIBER_MESSAGES_OFFSET, length);
    }
}
