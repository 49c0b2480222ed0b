/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.SubscriptionConfig;
import io.tailrace.log.LogMeta;
import io.tailrace.log.SubscriberPolicy;

/**
 * Says how an image reads. A subscriber of policy BLOCK reads in place, perhaps at this moment, and may be stopped
 * there: publishers that continued would tear its message. So it is never evicted; only policy EVICT is, which copies
 * from the start.
 */
public final class Eviction {
    private Eviction() {}

    /** {@return whether an image may read in place} A name of policy BLOCK may have been evicted before. */
    static boolean readsInPlace(SubscriptionConfig config, LogMeta meta, int slot) {
        return config.policy() == SubscriptionConfig.Policy.BLOCK
                && meta.subscriberPolicy(slot) == SubscriberPolicy.KIND_BLOCK;
    }

    /** {@return whether each message is copied before it is handled} */
    public static boolean copies(LogImage image) {
        return image.dropping != null;
    }
}
