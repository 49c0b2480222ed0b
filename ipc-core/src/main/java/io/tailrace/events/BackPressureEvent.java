/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** An offer or a claim that waited for space, and for whom. One thread. */
@Name("io.tailrace.BackPressure")
@Label("Back Pressure")
@Description("An offer with a timeout waited for space in its log")
@Category("Tailrace")
@StackTrace(false)
@Threshold("10 ms")
final class BackPressureEvent extends Event implements Events.BackPressure {
    /** Asked whether such events are recorded: spares all others where none is. */
    private static final BackPressureEvent PROBE = new BackPressureEvent();

    @Label("Stream")
    String stream = "";

    @Label("Log")
    long logId;

    @Label("Publication")
    long publicationId;

    @Label("Accepted")
    @Description("Whether the offer found space; else its time was over, or it was interrupted or closed")
    boolean accepted;

    @Label("Culprit")
    @Description("Who held it back when the wait began: SUBSCRIBER, PUBLISHER or DRIVER")
    String culprit = "";

    @Label("Culprit Name")
    @Description("Of a subscription that has one")
    String culpritName = "";

    @Label("Culprit Registration")
    long culpritId;

    @Label("Culprit Client")
    long culpritClientId;

    @Label("Culprit Process")
    long culpritPid;

    @Label("Bytes Behind")
    @DataAmount(DataAmount.BYTES)
    long bytesBehind;

    /** {@return one that begins, null if nobody records it} */
    static Events.@Nullable BackPressure begun() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        BackPressureEvent event = new BackPressureEvent();
        event.begin();
        return event;
    }

    @Override
    public void by(String role, long registrationId, long clientId, long pid, String name, long newBytesBehind) {
        culprit = role;
        culpritId = registrationId;
        culpritClientId = clientId;
        culpritPid = pid;
        culpritName = name;
        bytesBehind = newBytesBehind;
    }

    @Override
    public void ended(String ofStream, long ofLogId, long ofPublicationId, boolean wasAccepted) {
        end();
        if (!shouldCommit()) {
            return;
        }
        stream = ofStream;
        logId = ofLogId;
        publicationId = ofPublicationId;
        accepted = wasAccepted;
        FlightRecorderEvents.commit(this);
    }
}
