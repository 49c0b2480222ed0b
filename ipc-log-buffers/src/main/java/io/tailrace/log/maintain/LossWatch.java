/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.SubscriberProgress;

/** Finds subscribers that were overrun, by what they say of it in their slots. The keeper's thread. */
public final class LossWatch {
    private static final long INTERVAL_NS = 100_000_000;

    /** Is told of a subscriber that lost what lies in a range. */
    @FunctionalInterface
    public interface OverrunListener {
        void onOverrun(long registrationId, long from, long to);
    }

    private final LogMeta meta;
    /** How many losses of each slot were seen. */
    private final long[] seen = new long[LogLayout.MAX_SUBSCRIBERS];

    private long lastLookNs;

    LossWatch(LogMeta meta) {
        this.meta = meta;
    }

    /** The slot is a subscriber's, which has lost so much before. */
    void begin(int slot) {
        seen[slot] = meta.subscriberLossesAcquire(slot);
    }

    /** Looks ten times a second at most: of several losses tells the last. */
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
