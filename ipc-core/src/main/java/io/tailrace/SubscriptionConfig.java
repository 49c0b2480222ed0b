/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/**
 * How a subscription behaves.
 *
 * @param joinAt where to begin in a log that is published to already
 * @param availableHandler told of each image before its first message can be polled
 * @param unavailableHandler told of each image after it has ended and was read to its end, or was closed
 */
public record SubscriptionConfig(JoinAt joinAt, ImageHandler availableHandler, ImageHandler unavailableHandler) {
    /** Where a subscription begins in a log that is published to already. */
    public enum JoinAt {
        /** At the tail: with what is published from now on. */
        TAIL,
        /** At the oldest message that the log still holds: about one and a half terms back. */
        OLDEST
    }

    /** Begins at the tail, tells nobody. */
    public static final SubscriptionConfig DEFAULT = new SubscriptionConfig(JoinAt.TAIL, image -> {}, image -> {});

    public SubscriptionConfig withJoinAt(JoinAt newJoinAt) {
        return new SubscriptionConfig(newJoinAt, availableHandler, unavailableHandler);
    }

    public SubscriptionConfig withAvailableHandler(ImageHandler handler) {
        return new SubscriptionConfig(joinAt, handler, unavailableHandler);
    }

    public SubscriptionConfig withUnavailableHandler(ImageHandler handler) {
        return new SubscriptionConfig(joinAt, availableHandler, handler);
    }
}
