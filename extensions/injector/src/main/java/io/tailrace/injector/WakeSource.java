/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.Subscription;
import io.tailrace.stream.StreamSubscription;
import org.jspecify.annotations.Nullable;

/** Wakes a thread of {@link CooperativeWorkers} when there is work for one of its tasklets. Any thread. */
public final class WakeSource {
    /** Nothing wakes the thread: it checks repeatedly, at the idle times of its {@link CooperativeConfig}. */
    public static final WakeSource TIMER = new WakeSource(null);

    /** Null for the timer. */
    final @Nullable StreamSubscription subscription;

    private WakeSource(@Nullable StreamSubscription subscription) {
        this.subscription = subscription;
    }

    /**
     * {@return a source that wakes the thread when there is a message or the subscription is closed} For tasklets that
     * poll this subscription, and perhaps others. While that thread waits, no other thread may wait for it.
     */
    public static WakeSource of(Subscription subscription) {
        return new WakeSource((StreamSubscription) subscription);
    }
}
