/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** The handlers of one poll, or the handler of one dispatched message. One thread. */
@Name("io.tailrace.SlowHandler")
@Label("Slow Handler")
@Description("The handlers of one poll, or of one dispatched message, took long")
@Category("Tailrace")
@StackTrace(false)
@Threshold("10 ms")
final class SlowHandlerEvent extends Event implements Events.HandlerRun {
    /** Asked whether such events are recorded: spares all others where none is. */
    private static final SlowHandlerEvent PROBE = new SlowHandlerEvent();

    @Label("Stream")
    String stream = "";

    @Label("Log")
    long logId;

    @Label("Subscription")
    long subscriptionId;

    @Label("Messages")
    @Description("Handled in that time; one that was aborted does not count")
    int messages;

    @Label("Position")
    @Description("Where the last of them begins")
    long position;

    static boolean isRecorded() {
        return PROBE.isEnabled();
    }

    /** {@return one that begins, null if nobody records it} */
    static Events.@Nullable HandlerRun begun() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        SlowHandlerEvent event = new SlowHandlerEvent();
        event.begin();
        return event;
    }

    @Override
    public void ended(String ofStream, long ofLogId, long ofSubscriptionId, int newMessages, long lastPosition) {
        end();
        if (!shouldCommit()) {
            return;
        }
        stream = ofStream;
        logId = ofLogId;
        subscriptionId = ofSubscriptionId;
        messages = newMessages;
        position = lastPosition;
        FlightRecorderEvents.commit(this);
    }
}
