/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.codecs.FailureCode;

/** What the media driver tells a client; everybody hears everything, each takes what carries its id. */
public sealed interface Event {
    long clientId();

    record PublicationReady(long clientId, long registrationId, long logId, int slot) implements Event {}

    record SubscriptionReady(long clientId, long registrationId) implements Event {}

    record ImageAvailable(long clientId, long registrationId, long logId, int slot, long joinPosition)
            implements Event {}

    record ImageUnavailable(long clientId, long registrationId, long logId) implements Event {}

    record Failed(long clientId, long registrationId, FailureCode code, String reason) implements Event {}

    /** Everything that the client holds was told again since it asked. */
    record StateComplete(long clientId, long requestId) implements Event {}
}
