/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.SubscriptionConfig;
import io.tailrace.log.LogMeta;
import io.tailrace.log.SubscriberPolicy;

/**
 * How a subscriber of policy BLOCK comes to copy what it reads, so that publishers may overrun it. It reads in place;
 * so its image is closed, and once no thread is inside another one goes on where it has ended, which copies. A poll
 * that does not end, as of a stopped process, is waited for: the message that it handles lies in the log.
 *
 * <p>The alternative was to look before and after each message whether it was overrun: each poll would pay for that,
 * and a handler would have acted on a torn message before it was told. By the conductor.
 */
public final class Eviction {
    private Eviction() {}

    /** {@return whether an image may read in place} A name of policy BLOCK may have been evicted before. */
    static boolean readsInPlace(SubscriptionConfig config, LogMeta meta, int slot) {
        return config.policy() == SubscriptionConfig.Policy.BLOCK
                && meta.subscriberPolicy(slot) == SubscriberPolicy.KIND_BLOCK;
    }

    /** {@return whether somebody evicts the subscriber, and the keeper waits until it copies} */
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
     * {@return the image that goes on where a closed and quiet one has ended} Its last poll could not tell publishers
     * how far it came. The slot may be another's by now, where the log was read to its end; then it stores nothing.
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
