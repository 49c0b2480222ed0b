/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.MappedLong;

/**
 * What a subscriber says of itself in one cache line of its slot: how far it has read, how many messages, what it lost.
 * One thread at a time writes, all read. Another holder of its name goes on with all of it.
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
     * What publishers have written over before it was read.
     *
     * @param count how often
     * @param bytes in all, padding included
     * @param from where the last one began; {@code to} where the subscriber was stopped while it noted the next one
     * @param to where the last one ended
     */
    public record Losses(long count, long bytes, long from, long to) {}

    public long position() {
        return position.getAcquire();
    }

    public long messages() {
        return messages.getAcquire();
    }

    /** Once a poll. */
    public void release(long newPosition, long newMessages) {
        messages.setRelease(newMessages); // No order is needed, and on x86 none is paid for.
        // Release: pairs with the keeper's acquire. It may zero up to here from now on; all reads came before.
        position.setRelease(newPosition);
    }

    /** Adds a loss, which lies after the one before. */
    public void lost(long from, long to) {
        buffer.addLongOpaque(slot + LogLayout.SUBSCRIBER_LOST_BYTES_OFFSET, to - from);
        buffer.putLongOpaque(slot + LogLayout.SUBSCRIBER_LOST_FROM_OFFSET, from);
        // Release: pairs with the acquire of this end in losses(), which must not join it to an earlier beginning.
        buffer.putLongRelease(slot + LogLayout.SUBSCRIBER_LOST_TO_OFFSET, to);
        // Release: pairs with the acquire of the count in losses(); what is counted is there.
        buffer.addLongRelease(slot + LogLayout.SUBSCRIBER_LOSSES_OFFSET, 1);
    }

    /** {@return what was lost so far; bytes and range may be those of a loss that is counted next} */
    public Losses losses() {
        // Acquires: pair with the releases in lost(). An end before its beginning is that of an earlier loss.
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

    /** By the keeper, before it gives the slot to a new subscriber. */
    void clear() {
        int length = LogLayout.SUBSCRIBER_LOST_TO_OFFSET + Long.BYTES - LogLayout.SUBSCRIBER_MESSAGES_OFFSET;
        buffer.zero(slot + LogLayout.SUBSCRIBER_MESSAGES_OFFSET, length);
    }
}
