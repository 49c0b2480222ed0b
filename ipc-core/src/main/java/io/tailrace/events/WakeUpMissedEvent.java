/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A thread slept beside what it waited for. */
@Name("io.tailrace.WakeUpMissed")
@Label("Wake-up Missed")
@Description("A thread slept its longest time beside what it waited for: whoever brought it did not wake the thread")
@Category("Tailrace")
@StackTrace(false)
final class WakeUpMissedEvent extends Event {
    @Label("Awaited")
    final String awaited;

    @Label("Slept")
    @Description("At most so long too long")
    @Timespan(Timespan.NANOSECONDS)
    final long slept;

    private WakeUpMissedEvent(String awaited, long slept) {
        this.awaited = awaited;
        this.slept = slept;
    }

    static void record(String awaited, long slept) {
        new WakeUpMissedEvent(awaited, slept).commit();
    }
}
