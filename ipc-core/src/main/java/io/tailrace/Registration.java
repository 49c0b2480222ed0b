/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.control.Event;
import org.jspecify.annotations.Nullable;

/** Something that was asked of the driver and is not answered yet. Under the conductor's lock. */
final class Registration {
    private final long registrationId;
    private final @Nullable Subscription subscription;
    private @Nullable Event answer;

    Registration(long registrationId, @Nullable Subscription subscription) {
        this.registrationId = registrationId;
        this.subscription = subscription;
    }

    long registrationId() {
        return registrationId;
    }

    @Nullable
    Subscription subscription() {
        return subscription;
    }

    @Nullable
    Event answer() {
        return answer;
    }

    void complete(Event event) {
        answer = event;
    }
}
