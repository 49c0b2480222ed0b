/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The driver has padded what a dead publisher left. */
@Name("io.tailrace.ClaimUnblocked")
@Label("Claim Unblocked")
@Description("The media driver has padded a claim that a dead publisher left open")
@Category("Tailrace")
@StackTrace(false)
final class ClaimUnblockedEvent extends Event {
    @Label("Stream")
    final String stream;

    @Label("Log")
    final long logId;

    @Label("Position")
    final long position;

    @Label("Length")
    @DataAmount(DataAmount.BYTES)
    final long length;

    @Label("Publication")
    @Description("0 if its publisher had not written its name into the claim")
    final long publicationId;

    @Label("Client")
    final long clientId;

    @Label("Process")
    final long pid;

    private ClaimUnblockedEvent(
            String stream, long logId, long position, long length, long publicationId, long clientId, long pid) {
        this.stream = stream;
        this.logId = logId;
        this.position = position;
        this.length = length;
        this.publicationId = publicationId;
        this.clientId = clientId;
        this.pid = pid;
    }

    static void record(
            String stream, long logId, long position, long length, long publicationId, long clientId, long pid) {
        new ClaimUnblockedEvent(stream, logId, position, length, publicationId, clientId, pid).commit();
    }
}
