/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.LogLayout.MAX_SUBSCRIBERS;
import static io.tailrace.log.SubscriberPolicy.KIND_EVICT;

import java.util.function.LongConsumer;

/**
 * Lets go of subscribers of policy EVICT that have held publishers back for longer than they may: from then on they are
 * of policy DROP, in the slot that they had. One thread: the keeper's.
 *
 * <p>The alternative was to take the image away, and to keep the slot aside until the subscriber confirms, lest its
 * late store hits a successor. That is one protocol more, and the subscriber would not be told what it lost.
 */
final class Eviction {
    /** The most time that counts between two looks: a keeper that was stopped itself blames nobody for that time. */
    private static final long MAX_STEP_NS = 100_000_000;

    private final LogMeta meta;
    private final long window;
    private final long[] heldBackNs = new long[MAX_SUBSCRIBERS];
    /** The registration that the time belongs to, because a slot has one subscriber after another. */
    private final long[] registrations = new long[MAX_SUBSCRIBERS];

    private long lastNs;
    private boolean hasLooked;

    Eviction(LogMeta meta, long window) {
        this.meta = meta;
        this.window = window;
    }

    /** Looks at positions as last read. The consumer is told the registration of each that is evicted. */
    void look(SubscriberSlots subscribers, long nowNs, LongConsumer evicted) {
        long stepNs = hasLooked ? Math.min(nowNs - lastNs, MAX_STEP_NS) : 0;
        hasLooked = true;
        lastNs = nowNs;
        long tail =
                meta.tailAcquire(); // Also that of an exclusive log: its owner stores it when it comes to the limit.
        for (int slot : subscribers.gating()) {
            if (meta.subscriberPolicy(slot) != KIND_EVICT) {
                continue;
            }
            if (registrations[slot] != subscribers.registration(slot)) {
                registrations[slot] = subscribers.registration(slot);
                heldBackNs[slot] = 0;
            }
            boolean holdsBack = tail >= subscribers.position(slot) + window;
            heldBackNs[slot] = holdsBack ? heldBackNs[slot] + stepNs : 0;
            if (heldBackNs[slot] > meta.subscriberEvictAfterNs(slot)) {
                heldBackNs[slot] = 0;
                subscribers.stopGating(slot);
                evicted.accept(subscribers.registration(slot));
            }
        }
    }
}
