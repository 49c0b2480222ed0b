/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A client has lost its driver. */
@Name("io.tailrace.DriverLost")
@Label("Driver Lost")
@Description("The media driver of a client is dead")
@Category("Tailrace")
@StackTrace(false)
final class DriverLostEvent extends Event {
    @Label("Directory")
    final String directory;

    @Label("Client")
    final long clientId;

    private DriverLostEvent(String directory, long clientId) {
        this.directory = directory;
        this.clientId = clientId;
    }

    static void record(String directory, long clientId) {
        new DriverLostEvent(directory, clientId).commit();
    }
}
