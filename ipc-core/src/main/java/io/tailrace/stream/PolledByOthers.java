/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.SubscriptionConfig;

/** Decides which subscriptions may be polled by others than the program: tasklets, dispatches. */
final class PolledByOthers {
    private PolledByOthers() {}

    /** @throws IllegalStateException if only the program itself can poll */
    static void check(StreamSubscription subscription) {
        if (subscription.config().acknowledges()) {
            throw new IllegalStateException("no program would acknowledge: stream=" + subscription.stream()
                    + "; poll this subscription, or subscribe without acknowledgement");
        }
    }

    /** @throws IllegalStateException if handlers of a dispatch cannot receive the messages */
    static void checkDispatch(StreamSubscription subscription) {
        SubscriptionConfig config = subscription.config();
        if (config.policy() != SubscriptionConfig.Policy.BLOCK) {
            throw new IllegalStateException("a dispatch needs a subscription that gates: stream="
                    + subscription.stream() + ", policy=" + config.policy()
                    + "; poll this one, or subscribe with policy BLOCK");
        }
        if (subscription.past() != null) {
            throw new IllegalStateException("a dispatch reads no history: stream=" + subscription.stream() + ", joinAt="
                    + config.joinAt().kind() + "; poll this one, or begin at TAIL or OLDEST");
        }
        check(subscription);
    }
}
