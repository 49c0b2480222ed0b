/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/**
 * The holder of a subscriber slot.
 *
 * @param pid for display only
 * @param policy what happens if it is too slow
 */
public record Subscriber(long registrationId, long clientId, long pid, SubscriberPolicy policy, SubscriberName name) {
    /** {@return a copy that does not gate while it reads from history} */
    public Subscriber thatCatchesUp() {
        SubscriberPolicy catchUp = new SubscriberPolicy(SubscriberPolicy.KIND_CATCH_UP, policy.evictAfterNs());
        return new Subscriber(registrationId, clientId, pid, catchUp, name);
    }
}
