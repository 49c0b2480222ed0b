/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.codecs.JoinPoint;
import io.tailrace.codecs.LogKind;
import io.tailrace.codecs.SlowPolicy;

/** What a client asks of the media driver. */
public sealed interface Command {
    /** Wants a publication. Also how a client lists one that it holds. */
    record AddPublication(long registrationId, LogKind kind, String stream) implements Command {}

    /**
     * Wants a subscription. Also how a client lists one that it holds.
     *
     * @param evictAfterNs of policy EVICT only
     */
    record AddSubscription(
            long registrationId, JoinPoint joinPoint, SlowPolicy policy, long evictAfterNs, String stream)
            implements Command {}

    /** Nothing of the publication is open any more. */
    record RemovePublication(long registrationId) implements Command {}

    /** Nobody is inside a poll of the subscription any more. */
    record RemoveSubscription(long registrationId) implements Command {}

    /** The client is about to let go of its lock. */
    record CloseClient() implements Command {}

    /** The client has listed everything that it holds: drop what it has not, tell the rest again, then StateComplete. */
    record RequestState(long requestId) implements Command {}
}
