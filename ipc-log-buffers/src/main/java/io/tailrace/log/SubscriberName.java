/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import java.util.concurrent.TimeUnit;

/**
 * The name by which a subscription is found again.
 *
 * @param text empty if it has none
 * @param leaseNs how long its slots are kept when it is vacant
 */
public record SubscriberName(String text, long leaseNs) {
    public static final int MAX_BYTES = 64;
    public static final long MAX_LEASE_NS = TimeUnit.DAYS.toNanos(1);

    public static final SubscriberName NONE = new SubscriberName("", 0);

    /** @throws IllegalArgumentException if the name or the lease is invalid */
    public SubscriberName {
        if (!text.isEmpty()) {
            LogLayout.checkName("subscription name", text, MAX_BYTES);
        }
        if (leaseNs < 0 || leaseNs > MAX_LEASE_NS) {
            throw new IllegalArgumentException(
                    "lease out of range: leaseNs=" + leaseNs + ", min=0, max=" + MAX_LEASE_NS);
        }
    }

    public boolean isNone() {
        return text.isEmpty();
    }
}
