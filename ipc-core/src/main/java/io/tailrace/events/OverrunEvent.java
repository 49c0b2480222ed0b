/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A subscription was overrun. */
@Name("io.tailrace.Overrun")
@Label("Overrun")
@Description("Publishers have written over what a subscription of policy DROP or EVICT had not read")
@Category("Tailrace")
@StackTrace(false)
final class OverrunEvent extends Event {
    @Label("Stream")
    final String stream;

    @Label("Log")
    final long logId;

    @Label("Subscription")
    final long subscriptionId;

    @Label("From Position")
    final long fromPosition;

    @Label("To Position")
    final long toPosition;

    private OverrunEvent(String stream, long logId, long subscriptionId, long fromPosition, long toPosition) {
        this.stream = stream;
        this.logId = logId;
        this.subscriptionId = subscriptionId;
        this.fromPosition = fromPosition;
        this.toPosition = toPosition;
    }

    static void record(String stream, long logId, long subscriptionId, long fromPosition, long toPosition) {
        new OverrunEvent(stream, logId, subscriptionId, fromPosition, toPosition).commit();
    }
}
