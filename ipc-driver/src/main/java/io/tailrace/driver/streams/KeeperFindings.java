/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.events.Events;
import io.tailrace.internal.ErrorText;
import io.tailrace.internal.PendingFault;
import io.tailrace.liveness.ProgramName;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogMeta;
import io.tailrace.log.maintain.LogMaintenance;
import io.tailrace.report.EventLog;
import io.tailrace.report.EventView;
import io.tailrace.report.EventView.Kind;
import java.util.function.Consumer;

/** Acts on the keeper's own findings: notifies clients, releases logs, reports misuse. */
public record KeeperFindings(
        StreamIndex index,
        RetainedLogs retained,
        EventBroadcast.Sender events,
        EventLog history,
        Consumer<Throwable> errors) {
    void onDrained(LogMaintenance kept, long registrationId) {
        long logId = kept.log().constants().logId();
        act(() -> {
            SubscriptionEntry subscription = index.subscription(registrationId);
            if (subscription != null && subscription.images().containsKey(logId)) {
                events.send(new Event.ImageUnavailable(subscription.client().id(), registrationId, logId));
                subscription.images().remove(logId); // Last: if the event failed, this task runs again.
            }
        });
    }

    void onEvicted(LogMaintenance kept, long registrationId) {
        act(() -> {
            SubscriptionEntry subscription = index.subscription(registrationId);
            if (subscription != null) {
                history.note(event(Kind.EVICTED, subscription, ""));
                errors.accept(new IllegalStateException(
                        "a subscriber was evicted, and no longer holds publishers back, because it did so for too long:"
                                + " stream=" + subscription.stream() + ", "
                                + subscription.client().describe()));
            }
        });
    }

    /** A subscriber that publishers do not wait for has lost a range, or parts of it. */
    void onOverrun(LogMaintenance kept, long registrationId, long from, long to) {
        long logId = kept.log().constants().logId();
        act(() -> {
            SubscriptionEntry subscription = index.subscription(registrationId);
            if (subscription != null) {
                history.note(event(Kind.OVERRUN, subscription, "log=" + logId).at(from, to));
            }
        });
    }

    private static EventView event(Kind kind, SubscriptionEntry subscription, String detail) {
        ClientEntry client = subscription.client();
        return EventView.ofClient(kind, client.id(), client.pid(), client.name(), detail)
                .on(subscription.stream(), subscription.command().name().text());
    }

    /** The claim of a dead publisher was padded. */
    public void onUnblocked(LogBuffers log, long position, long length, int publisherSlot) {
        LogMeta meta = log.meta();
        boolean isKnown = publisherSlot >= 0;
        String stream = log.constants().stream();
        long logId = log.constants().logId();
        long registrationId = isKnown ? meta.publisherAcquire(publisherSlot) : 0;
        long clientId = isKnown ? meta.publisherClient(publisherSlot) : 0;
        long pid = isKnown ? meta.publisherPid(publisherSlot) : 0;
        Events.claimUnblocked(stream, logId, position, length, registrationId, clientId, pid);
        act(() -> history.note(EventView.ofClient(Kind.UNBLOCKED, clientId, pid, "", "log=" + logId)
                .on(stream, "")
                .at(position, position + length)));
    }

    void onFinished(LogMaintenance kept) {
        act(() -> {
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
        long pid = meta.publisherPid(publisherSlot);
        String what = "a living client has to answer before the claim of a dead one can be padded: stream="
                + kept.log().constants().stream() + ", log="
                + kept.log().constants().logId() + ", position=" + kept.waitingAt() + ", ";
        errors.accept(new IllegalStateException(
                what + describe(kept, clientId, pid) + ". The stream continues when that client does, or is dead"));
    }

    private String describe(LogMaintenance kept, long clientId, long pid) {
        LogEntry log = index.log(kept.log().constants().logId());
        return log == null
                ? ProgramName.describe(clientId, pid, "")
                : log.publications().stream()
                        .map(PublicationEntry::client)
                        .filter(client -> client.id() == clientId)
                        .findFirst()
                        .map(client -> client.describe() + client.heartbeat().describe(System.nanoTime()))
                        .orElse(ProgramName.describe(clientId, pid, ""));
    }

    /** An error that may pass; all logs are still kept. Throws nothing. */
    void onError(Throwable error) {
        errors.accept(error);
    }

    /** A living client writes impossible values into a log. The keeper continues with the log and its other clients. */
    void onMisuse(String description) {
        errors.accept(new IllegalStateException(description));
    }

    void onFailed(LogMaintenance kept, Throwable cause) {
        errors.accept(new IllegalStateException(
                "the log is no longer kept: stream=" + kept.log().constants().stream() + ", log="
                        + kept.log().constants().logId() + ", " + ErrorText.of(cause),
                cause));
    }

    /** A failure here says nothing about the log, which is kept on. After a want of heap the finding is repeated. */
    private void act(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            PendingFault.raise(); // Of a truncated file, which reads as zeros.
            errors.accept(e);
        }
    }
}
