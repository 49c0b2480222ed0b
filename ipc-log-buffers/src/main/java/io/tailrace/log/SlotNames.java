/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.LogLayout.subscriberSlot;

import io.tailrace.memory.MappedBuffer;
import java.nio.charset.StandardCharsets;

/** The names in the subscriber slots of a meta file, and whether they are held. The keeper writes, all others read. */
public final class SlotNames {
    private final MappedBuffer buffer;

    SlotNames(MappedBuffer buffer) {
        this.buffer = buffer;
    }

    /** {@return the name in a slot with its lease; none if the contents are impossible} */
    public SubscriberName read(int slot) {
        int offset = subscriberSlot(slot);
        byte[] text = new byte
                [Math.min(
                        Math.max(buffer.getInt(offset + LogLayout.SUBSCRIBER_NAME_LENGTH_OFFSET), 0),
                        SubscriberName.MAX_BYTES)];
        buffer.getBytes(offset + LogLayout.SUBSCRIBER_NAME_OFFSET, text);
        try {
            return new SubscriberName(
                    new String(text, StandardCharsets.UTF_8),
                    buffer.getLong(offset + LogLayout.SUBSCRIBER_LEASE_NS_OFFSET));
        } catch (IllegalArgumentException e) {
            return SubscriberName.NONE;
        }
    }

    /** Called before the registration is stored. */
    public void write(int slot, SubscriberName name) {
        int offset = subscriberSlot(slot);
        byte[] text = name.text().getBytes(StandardCharsets.UTF_8);
        buffer.putInt(offset + LogLayout.SUBSCRIBER_NAME_LENGTH_OFFSET, text.length);
        buffer.putBytes(offset + LogLayout.SUBSCRIBER_NAME_OFFSET, text);
        buffer.putLong(offset + LogLayout.SUBSCRIBER_LEASE_NS_OFFSET, name.leaseNs());
    }

    /** {@return when a vacant name is given up, by CLOCK_MONOTONIC; 0 if it has a holder} */
    public long vacantUntilNs(int slot) {
        // Acquire: pairs with the release below; a reader that sees that a slot is vacant also sees its name.
        return buffer.getLongAcquire(subscriberSlot(slot) + LogLayout.SUBSCRIBER_VACANT_UNTIL_NS_OFFSET);
    }

    /** {@return how long a vacant name is still kept; -1 if it has a holder, or there is no name} */
    public long vacantForNs(int slot, long nowNs) {
        long untilNs = vacantUntilNs(slot);
        return untilNs == 0 ? -1 : Math.max(0, untilNs - nowNs);
    }

    /** {@return whether the place of a name is kept although its holder may be dead} */
    boolean isKept(int slot, long nowNs) {
        return read(slot).leaseNs() > 0 && vacantForNs(slot, nowNs) != 0;
    }

    public void vacate(int slot, long untilNs) {
        buffer.putLongRelease(subscriberSlot(slot) + LogLayout.SUBSCRIBER_VACANT_UNTIL_NS_OFFSET, untilNs);
    }

    void hold(int slot) {
        vacate(slot, 0);
    }
}
