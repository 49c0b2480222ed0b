/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.LogMeta;
import io.tailrace.log.maintain.LogMaintenance;
import java.util.function.Consumer;

/**
 * Acts on what the keeper finds out by itself: tells clients, lets logs go, reports misuse. The keeper's thread calls,
 * and the conductor's thread acts.
 */
public record KeeperFindings(
        StreamIndex index,
        RetainedLogs retained,
        EventBroadcast.Sender events,
        Mailbox toConductor,
        Consumer<Throwable> errors) {
    void onDrained(LogMaintenance kept, long registrationId) {
        long logId = kept.log().constants().logId();
        toConductor.add(() -> {
            SubscriptionEntry subscription = index.subscription(registrationId);
            if (subscription != null && subscription.images().containsKey(logId)) {
                events.send(new Event.ImageUnavailable(subscription.client().id(), registrationId, logId));
                subscription.images().remove(logId); // Last: if telling the client failed, this task runs again.
            }
        });
    }

    void onEvicted(LogMaintenance kept, long registrationId) {
        toConductor.add(() -> {
            SubscriptionEntry subscription = index.subscription(registrationId);
            if (subscription != null) {
                errors.accept(new IllegalStateException(
                        "a subscriber was evicted, and holds publishers back no more, because it did so for too long or"
                                + " somebody wanted it: stream=" + subscription.stream() + ", subscription="
                                + registrationId + ", client="
                                + subscription.client().id() + ", pid="
                                + subscription.client().pid()));
            }
        });
    }

    void onFinished(LogMaintenance kept) {
        toConductor.add(() -> {
            LogEntry log = index.log(kept.log().constants().logId());
            if (log != null && log.kept() == kept) {
                retained.take(log);
                index.remove(log); // Last, for the same reason.
            }
        });
    }

    /** A living publisher has not answered for a second. Until it does, the claim of a dead one cannot be padded. */
    void onOverdue(LogMaintenance kept, int publisherSlot) {
        LogMeta meta = kept.log().meta();
        long clientId = meta.publisherClient(publisherSlot);
        String who = "a living client has to answer before what a dead one left can be padded: stream="
                + kept.log().constants().stream() + ", log="
                + kept.log().constants().logId() + ", position=" + kept.waitingAt() + ", client=" + clientId + ", pid="
                + meta.publisherPid(publisherSlot);
        toConductor.add(() -> errors.accept(new IllegalStateException(
                who + describeSilence(kept, clientId) + ". The stream goes on when that client does, or is dead")));
    }

    private String describeSilence(LogMaintenance kept, long clientId) {
        LogEntry log = index.log(kept.log().constants().logId());
        return log == null
                ? ""
                : log.publications().stream()
                        .map(PublicationEntry::client)
                        .filter(client -> client.id() == clientId)
                        .findFirst()
                        .map(client -> client.heartbeat().describe(System.nanoTime()))
                        .orElse("");
    }

    /** Something went wrong that may pass, and all logs are still kept. Throws nothing. */
    void onError(Throwable error) {
        errors.accept(error);
    }

    /** A living client writes impossible values into a log. The keeper goes on with the log and its other clients. */
    void onMisuse(String description) {
        toConductor.add(() -> errors.accept(new IllegalStateException(description)));
    }

    void onFailed(LogMaintenance kept, Throwable cause) {
        toConductor.add(() -> errors.accept(new IllegalStateException(
                "the log is kept no more: stream=" + kept.log().constants().stream() + ", log="
                        + kept.log().constants().logId() + ", " + ErrorText.of(cause),
                cause)));
    }
}
