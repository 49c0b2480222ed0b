/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.SubscriberProgress;

/** Finds subscribers that were overrun, by the losses that they record in their slots. Used by the driver's thread. */
public final class LossWatch {
    private static final long INTERVAL_NS = 100_000_000;

    /** Is notified of a subscriber that lost the messages in a range. */
    @FunctionalInterface
    public interface OverrunListener {
        void onOverrun(long registrationId, long from, long to);
    }

    private final LogMeta meta;
    /** The number of losses of each slot that were seen. */
    private final long[] seen = new long[LogLayout.MAX_SUBSCRIBERS];

    private long lastLookNs;

    LossWatch(LogMeta meta) {
        this.meta = meta;
    }

    /** Assigns the slot to a subscriber with this many earlier losses. */
    void begin(int slot) {
        seen[slot] = meta.subscriberLossesAcquire(slot);
    }

    /** Checks at most ten times a second: of several losses it reports the last. */
    void look(SubscriberSlots subscribers, long nowNs, OverrunListener listener) {
        if (nowNs - lastLookNs < INTERVAL_NS) {
            return;
        }
        lastLookNs = nowNs;
        for (int slot : subscribers.active()) {
            if (meta.subscriberLossesAcquire(slot) != seen[slot]) {
                SubscriberProgress.Losses found = meta.progress(slot).losses();
                seen[slot] = found.count();
                listener.onOverrun(subscribers.registration(slot), found.from(), found.to());
            }
        }
    }
}
