/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.SubscriptionConfig;
import io.tailrace.control.Command;
import io.tailrace.log.JoinAt;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.stream.StreamSubscription;
import io.tailrace.wait.Durations;

/** A client's request for a subscription, in the terms of the log. */
final class SubscriptionCommand {
    private SubscriptionCommand() {}

    static Command of(StreamSubscription subscription) {
        SubscriptionConfig config = subscription.config();
        SubscriberPolicy policy =
                switch (config.policy()) {
                    case BLOCK -> SubscriberPolicy.BLOCK;
                    case DROP -> SubscriberPolicy.DROP;
                    case EVICT -> SubscriberPolicy.evict(Durations.toNanos(config.evictAfter()));
                    case CATCH_UP -> SubscriberPolicy.CATCH_UP;
                };
        SubscriptionConfig.JoinAt at = config.joinAt();
        JoinAt joinAt =
                switch (at.kind()) {
                    case TAIL -> JoinAt.TAIL;
                    case OLDEST -> JoinAt.OLDEST;
                    case POSITION ->
                        subscription.past() == null ? JoinAt.position(at.logId(), at.position()) : JoinAt.HISTORY;
                    case BEGINNING, TIME -> JoinAt.HISTORY;
                };
        SubscriberName name = new SubscriberName(
                config.lease().name(), Durations.toNanos(config.lease().time()));
        return new Command.AddSubscription(subscription.registrationId(), joinAt, policy, subscription.stream(), name);
    }
}
