/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import io.tailrace.internal.FaultPoint;

/**
 * The slots of named subscriptions in one log. When the holder of a name has gone its slot stays, vacant: it gates as
 * before, at the position that the holder has reached, until another subscription of that name takes it over or the
 * driver frees it. One thread: the keeper's.
 */
public final class NamedSlots {
    private final LogMeta meta;
    private final SubscriberSlots subscribers;

    NamedSlots(LogMeta meta, SubscriberSlots subscribers) {
        this.meta = meta;
        this.subscribers = subscribers;
    }

    /**
     * Nobody holds the name any more. Any number of times.
     *
     * @param untilNs when it is given up, by CLOCK_MONOTONIC, not 0
     * @return whether the registration has a slot
     */
    public boolean vacate(long registrationId, long untilNs) {
        int slot = subscribers.find(registrationId);
        if (slot >= 0) {
            meta.names().vacate(slot, untilNs);
            FaultPoint.reach("name.slot-vacated");
            if (meta.subscriberSleeper(slot) != 0) {
                meta.nameSubscriberSleeper(slot, 0);
            }
        }
        return slot >= 0;
    }

    boolean isVacant(int slot) {
        return meta.names().vacantUntilNs(slot) != 0;
    }

    /**
     * Gives the slot of a registration to another one, which goes on at its position. Any number of times.
     *
     * @return the slot, -1 if there is none
     */
    public int handOver(long registrationId, Subscriber to) {
        int known = subscribers.find(to.registrationId());
        int slot = known >= 0 ? known : subscribers.find(registrationId);
        if (known < 0 && slot >= 0) {
            subscribers.handOver(slot, to);
        }
        return slot;
    }
}
