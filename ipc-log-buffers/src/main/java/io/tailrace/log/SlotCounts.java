/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import io.tailrace.memory.MappedBuffer;

/**
 * What a subscriber counts in its slot: the messages that it has read and the bytes that it has lost. One thread at a
 * time writes, the one that stores the position; all read. The keeper zeroes it for a new subscriber; another holder of
 * the same name goes on with it.
 */
public final class SlotCounts {
    private static final int MAX_TRIES = 100;

    private final MappedBuffer buffer;
    private final int slot;

    SlotCounts(MappedBuffer buffer, int slot) {
        this.buffer = buffer;
        this.slot = slot;
    }

    /**
     * What was lost because publishers had written over it.
     *
     * @param count how often
     * @param bytes in all, padding included; of at least as many losses
     * @param from where the last one began, or one that came meanwhile
     * @param to where the same one ended
     */
    public record Losses(long count, long bytes, long from, long to) {}

    /** {@return how many messages were read} A count of its own: no order with other words is asked for. */
    public long messages() {
        return buffer.getLongOpaque(slot + LogLayout.SUBSCRIBER_MESSAGES_OFFSET);
    }

    /** Once a poll, before the position that is in the same cache line. */
    public void messages(long messages) {
        buffer.putLongOpaque(slot + LogLayout.SUBSCRIBER_MESSAGES_OFFSET, messages);
    }

    /** Adds a loss. Each lies after the one before. */
    public void lost(long from, long to) {
        buffer.addLongOpaque(slot + LogLayout.SUBSCRIBER_LOST_BYTES_OFFSET, to - from);
        buffer.putLongOpaque(slot + LogLayout.SUBSCRIBER_LOST_FROM_OFFSET, from);
        // Release: pairs with the acquire of the end in losses(). A reader of this end finds this beginning, or a later
        // one, and never joins it to the beginning of the loss before, which would make it longer than it was.
        buffer.putLongRelease(slot + LogLayout.SUBSCRIBER_LOST_TO_OFFSET, to);
        long count = buffer.getLongOpaque(slot + LogLayout.SUBSCRIBER_LOSSES_OFFSET);
        // Release: pairs with the acquire of the count in losses(). A reader that finds this loss counted finds it.
        buffer.putLongRelease(slot + LogLayout.SUBSCRIBER_LOSSES_OFFSET, count + 1);
    }

    /** {@return the losses so far, the range of the last one whole} */
    public Losses losses() {
        // Acquires: pair with the releases in lost(), in the order opposite to that of the stores.
        long count = buffer.getLongAcquire(slot + LogLayout.SUBSCRIBER_LOSSES_OFFSET);
        long to;
        long from;
        int tries = 0;
        do {
            to = buffer.getLongAcquire(slot + LogLayout.SUBSCRIBER_LOST_TO_OFFSET);
            from = buffer.getLongOpaque(slot + LogLayout.SUBSCRIBER_LOST_FROM_OFFSET);
        } while (from >= to && count > 0 && ++tries < MAX_TRIES); // The beginning of the next loss, stored before its end.
        return new Losses(count, buffer.getLongOpaque(slot + LogLayout.SUBSCRIBER_LOST_BYTES_OFFSET), from, to);
    }

    /** By the keeper, while nobody has the slot. */
    public void clear() {
        buffer.putLong(slot + LogLayout.SUBSCRIBER_MESSAGES_OFFSET, 0);
        buffer.putLong(slot + LogLayout.SUBSCRIBER_LOSSES_OFFSET, 0);
        buffer.putLong(slot + LogLayout.SUBSCRIBER_LOST_BYTES_OFFSET, 0);
        buffer.putLong(slot + LogLayout.SUBSCRIBER_LOST_FROM_OFFSET, 0);
        buffer.putLong(slot + LogLayout.SUBSCRIBER_LOST_TO_OFFSET, 0);
    }
}
