/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.log.KeptLog;
import io.tailrace.log.SubscriberPolicy;
import java.util.HashMap;
import java.util.Map;

/** A subscription as the driver knows it, with its images. Conductor only. */
final class SubscriptionEntry {
    /** One log that it reads. */
    record ImageEntry(LogEntry log, int slot, long joinPosition) {}

    private final Client client;
    private final long registrationId;
    private final String stream;
    private final SubscriberPolicy policy;
    private KeptLog.JoinAt joinAt;
    private final Map<Long, ImageEntry> images = new HashMap<>();
    private boolean ready;

    SubscriptionEntry(
            Client client, long registrationId, String stream, KeptLog.JoinAt joinAt, SubscriberPolicy policy) {
        this.client = client;
        this.registrationId = registrationId;
        this.stream = stream;
        this.joinAt = joinAt;
        this.policy = policy;
    }

    Client client() {
        return client;
    }

    long registrationId() {
        return registrationId;
    }

    String stream() {
        return stream;
    }

    SubscriberPolicy policy() {
        return policy;
    }

    KeptLog.JoinAt joinAt() {
        return joinAt;
    }

    /** Its client has named it again, after this driver found it in the slots of a log. */
    void joinAt(KeptLog.JoinAt newJoinAt) {
        joinAt = newJoinAt;
    }

    Map<Long, ImageEntry> images() {
        return images;
    }

    /** {@return whether its client was told that it is ready} */
    boolean isReady() {
        return ready;
    }

    void makeReady() {
        ready = true;
    }
}
