/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A client has found the next driver. */
@Name("io.tailrace.DriverBack")
@Label("Driver Back")
@Description("A client has found the next media driver")
@Category("Tailrace")
@StackTrace(false)
final class DriverBackEvent extends Event {
    @Label("Directory")
    final String directory;

    @Label("Client")
    final long clientId;

    @Label("Lost For")
    @Description("Since the client found the last driver dead")
    @Timespan(Timespan.NANOSECONDS)
    final long lostFor;

    private DriverBackEvent(String directory, long clientId, long lostFor) {
        this.directory = directory;
        this.clientId = clientId;
        this.lostFor = lostFor;
    }

    static void record(String directory, long clientId, long lostFor) {
        new DriverBackEvent(directory, clientId, lostFor).commit();
    }
}
