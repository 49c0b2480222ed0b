/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** The handlers of one poll, or the handler of one dispatched message. One thread. */
@Name("io.tailrace.SlowHandler")
@Label("Slow Handler")
@Description("The handlers of one poll, or of one dispatched message, took long")
@Category("Tailrace")
@StackTrace(false)
@Threshold("10 ms")
final class SlowHandlerEvent extends Event implements Events.HandlerRun {
    /** Asked whether such events are recorded. */
    static final SlowHandlerEvent PROBE = new SlowHandlerEvent();

    @Label("Stream")
    String stream = "";

    @Label("Log")
    long logId;

    @Label("Subscription")
    long subscriptionId;

    @Label("Messages")
    @Description("Handled in that time")
    int messages;

    @Label("Position")
    @Description("Where the last of them begins")
    long position;

    @Override
    public void ended(String ofStream, long ofLogId, long ofSubscriptionId, int newMessages, long lastPosition) {
        stream = ofStream;
        logId = ofLogId;
        subscriptionId = ofSubscriptionId;
        messages = newMessages;
        position = lastPosition;
        FlightRecorderEvents.commit(() -> this);
    }
}
