/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * How a subscription behaves. By default the handlers do nothing. Those of images run on the client's conductor thread
 * or inside a call that waits, so they should be brief, and they must not add anything to the client.
 *
 * @param joinAt where to begin in a log that is published to already. Default: at the tail
 * @param policy what happens where it is too slow. Default: BLOCK
 * @param evictAfter how long a subscription of policy EVICT may hold publishers back. Default: 5 seconds
 * @param availableHandler gets each image before its first message can be polled
 * @param unavailableHandler gets each image after it has ended and was read to its end, or was closed
 * @param waitPolicy how a thread waits for messages, in calls that wait. Default: BALANCED
 * @param overrunHandler gets each range that a subscription of policy DROP or EVICT has lost
 */
public record SubscriptionConfig(
        JoinAt joinAt,
        Policy policy,
        Duration evictAfter,
        WaitPolicy waitPolicy,
        Consumer<Image> availableHandler,
        Consumer<Image> unavailableHandler,
        OverrunHandler overrunHandler) {
    /** Where a subscription begins in a log that is published to already. */
    public enum JoinAt {
        /** At the tail: with what is published from now on. */
        TAIL,
        /** At the oldest message that the log still holds: about a term back. */
        OLDEST
    }

    /** What happens where a subscription is too slow. */
    public enum Policy {
        /** It gates: publishers wait, nothing is lost. */
        BLOCK,
        /**
         * It never holds a publisher back. Where publishers have come round to what it has not read, it loses that, is
         * told the exact range, and goes on at the oldest message that is still there. Handlers get copies.
         */
        DROP,
        /**
         * It gates, until it has held publishers back without a break for {@link #evictAfter}; from then on, for this
         * image, as DROP ({@link Image#isGating} tells). Handlers get copies from the start.
         */
        EVICT
    }

    /** Learns what a subscription has lost. Runs on the thread that polls. */
    @FunctionalInterface
    public interface OverrunHandler {
        /**
         * Publishers have written over messages that were not read yet. The image goes on at the oldest message that is
         * still there.
         *
         * @param fromPosition where the lost range begins, in bytes
         * @param toPosition where it ends and the next message begins
         */
        void onOverrun(Image image, long fromPosition, long toPosition);
    }

    /** Begins at the tail, gates, tells nobody. */
    public static final SubscriptionConfig DEFAULT = new SubscriptionConfig(
            JoinAt.TAIL,
            Policy.BLOCK,
            Duration.ofSeconds(5),
            WaitPolicy.BALANCED,
            image -> {},
            image -> {},
            (image, from, to) -> {});

    /**
     * @throws IllegalArgumentException if {@code evictAfter} is negative
     * @throws NullPointerException if a component is null, by its name
     */
    public SubscriptionConfig {
        Objects.requireNonNull(joinAt, "joinAt");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(evictAfter, "evictAfter");
        Objects.requireNonNull(waitPolicy, "waitPolicy");
        Objects.requireNonNull(availableHandler, "availableHandler");
        Objects.requireNonNull(unavailableHandler, "unavailableHandler");
        Objects.requireNonNull(overrunHandler, "overrunHandler");
        if (evictAfter.isNegative()) {
            throw new IllegalArgumentException("negative time to evict after: evictAfter=" + evictAfter);
        }
    }

    public SubscriptionConfig withJoinAt(JoinAt newJoinAt) {
        return new SubscriptionConfig(
                newJoinAt, policy, evictAfter, waitPolicy, availableHandler, unavailableHandler, overrunHandler);
    }

    public SubscriptionConfig withPolicy(Policy newPolicy) {
        return new SubscriptionConfig(
                joinAt, newPolicy, evictAfter, waitPolicy, availableHandler, unavailableHandler, overrunHandler);
    }

    /** With policy EVICT after this time. */
    public SubscriptionConfig withEviction(Duration after) {
        return new SubscriptionConfig(
                joinAt, Policy.EVICT, after, waitPolicy, availableHandler, unavailableHandler, overrunHandler);
    }

    public SubscriptionConfig withWaitPolicy(WaitPolicy newPolicy) {
        return new SubscriptionConfig(
                joinAt, policy, evictAfter, newPolicy, availableHandler, unavailableHandler, overrunHandler);
    }

    public SubscriptionConfig withAvailableHandler(Consumer<Image> handler) {
        return new SubscriptionConfig(
                joinAt, policy, evictAfter, waitPolicy, handler, unavailableHandler, overrunHandler);
    }

    public SubscriptionConfig withUnavailableHandler(Consumer<Image> handler) {
        return new SubscriptionConfig(
                joinAt, policy, evictAfter, waitPolicy, availableHandler, handler, overrunHandler);
    }

    public SubscriptionConfig withOverrunHandler(OverrunHandler handler) {
        return new SubscriptionConfig(
                joinAt, policy, evictAfter, waitPolicy, availableHandler, unavailableHandler, handler);
    }
}
