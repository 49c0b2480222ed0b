/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.SubscriptionConfig;
import io.tailrace.log.LogMeta;
import io.tailrace.log.SubscriberPolicy;

/**
 * How a subscriber of policy BLOCK changes to copying what it reads, so that publishers may overrun it. It reads in
 * place; so its image is closed, and once no thread is inside, a new image that copies continues at its position. A
 * poll that does not end, for example in a stopped process, is waited for, because its message is in the log.
 *
 * <p>The alternative was to check before and after each message whether it was overrun: each poll would pay for that,
 * and a handler would have acted on a torn message before it was notified. Used by the conductor.
 */
public final class Eviction {
    private Eviction() {}

    /** {@return whether an image may read in place} A name of policy BLOCK may have been evicted before. */
    static boolean readsInPlace(SubscriptionConfig config, LogMeta meta, int slot) {
        return config.policy() == SubscriptionConfig.Policy.BLOCK
                && meta.subscriberPolicy(slot) == SubscriberPolicy.KIND_BLOCK;
    }

    /** {@return whether the subscriber is being evicted and the keeper waits until it copies} */
    public static boolean isWanted(LogImage image) {
        return image.meta.subscriberPolicy(image.slot) == SubscriberPolicy.KIND_EVICTING
                && image.meta.subscriberAcquire(image.slot)
                        == image.subscription().registrationId();
    }

    /** {@return whether each message is copied before it is handled} */
    public static boolean copies(LogImage image) {
        return image.dropping != null;
    }

    /** Lets the keeper evict a subscriber that copies. */
    public static void confirm(LogImage image) {
        image.meta.subscriberCopiesRelease(image.slot, image.subscription().registrationId());
    }

    /**
     * {@return the image that continues where a closed and quiet one has ended} The last poll could not report its
     * position to publishers. If the log was read to its end, the slot may belong to another subscriber by now; then
     * nothing is stored.
     */
    public static LogImage goOn(LogImage image) {
        LogImage next = new LogImage(image.subscription(), image.files, image.slot, image.joinPosition());
        next.position = image.position;
        next.messages = image.messages;
        next.reader.seek(image.subscription().config().acknowledges() ? image.position : image.reader.position());
        image.reader.release();
        image.cleaning.release();
        return next;
    }
}
