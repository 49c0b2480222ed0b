/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.codecs.FailureCode;

/**
 * A message of the media driver to one client. All clients receive all events, and each processes those with its id.
 */
public sealed interface Event {
    long clientId();

    /** A publication has its slot in a log. */
    record PublicationReady(long clientId, long registrationId, long logId, int slot) implements Event {}

    /** A subscription is registered, and all its images were announced. */
    record SubscriptionReady(long clientId, long registrationId) implements Event {}

    /** A subscription reads a log, from the join position on. */
    record ImageAvailable(long clientId, long registrationId, long logId, int slot, long joinPosition)
            implements Event {}

    /** A subscription has read a log to its end; its slot there is free for others. */
    record ImageUnavailable(long clientId, long registrationId, long logId) implements Event {}

    /** A request was refused. */
    record Failed(long clientId, long registrationId, FailureCode code, String reason) implements Event {}

    /** Everything that the client holds was announced again since it asked. */
    record StateComplete(long clientId, long requestId) implements Event {}
}
