/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.TailraceException;
import io.tailrace.control.ClientFiles;
import io.tailrace.control.CommandRing;
import io.tailrace.file.FileFormatException;
import io.tailrace.internal.PendingFault;
import java.io.IOException;
import java.util.function.IntSupplier;

/**
 * Runs the pieces of a client's cycle. An exception of a piece is reported, and does not affect the other pieces. If it
 * is the fault of a truncated file, the guard finds the file, and it is not used any more. Used under the conductor's
 * lock.
 */
final class CycleGuard {
    private final UserHandlers handlers;
    private final ClientFiles files;
    private final CommandRing.Sender sender;
    private final DriverWatch driverWatch;
    private final ClientPublications publications;
    private boolean mute;
    private boolean toldFault;

    CycleGuard(
            UserHandlers handlers,
            ClientFiles files,
            CommandRing.Sender sender,
            DriverWatch driverWatch,
            ClientPublications publications) {
        this.handlers = handlers;
        this.files = files;
        this.sender = sender;
        this.driverWatch = driverWatch;
        this.publications = publications;
    }

    /** Returns the work done; 0 if it failed. */
    int run(IntSupplier piece) {
        try {
            int work = piece.getAsInt();
            PendingFault.raise(); // Raised here, and not in the next piece.
            return work;
        } catch (InternalError e) {
            onFault(e);
        } catch (Throwable e) {
            handlers.report(e);
        }
        return 0;
    }

    private void onFault(InternalError fault) {
        try {
            PendingFault.drop(); // Otherwise the next piece would throw it.
            boolean found = publications.giveUpTruncated();
            found |= muteTruncated();
            found |= driverWatch.giveUpTruncated();
            if (!found && !toldFault) {
                toldFault = true; // It may recur in each cycle.
                handlers.report(fault);
            }
        } catch (Throwable e) {
            handlers.report(e);
        }
    }

    private boolean muteTruncated() {
        FileFormatException truncation = mute ? null : files.findTruncation();
        if (truncation != null) {
            mute = true;
            sender.mute();
            handlers.report(new TailraceException(
                    "this client can ask nothing of the driver any more: " + truncation.getMessage()
                            + ". Close it and connect again",
                    truncation));
        }
        return truncation != null;
    }

    /** Shows the driver that this client works, by its lock and by its heartbeat. Returns 0: this is not work. */
    int beat(long nowNs) {
        if (!mute) {
            files.beat(nowNs);
        }
        try {
            files.renewLock(nowNs);
        } catch (IOException e) {
            handlers.report(e);
        }
        return 0;
    }

    /** Shows the driver how far this client has read the events. */
    void noteEventsRead(long position) {
        if (!mute) {
            files.noteEventsRead(position);
        }
    }

    /** Shows the driver that logs which it has taken away may be truncated. Returns 0: this is not work. */
    int noteLetGo(long incarnation, long position) {
        if (!mute) {
            files.noteLetGo(incarnation, position);
        }
        return 0;
    }

    /** Refuses requests if this client's own files are truncated. */
    void requireVoice() {
        if (mute) {
            throw new TailraceException("nothing can be added: this client's files were truncated. Close it and connect"
                    + " again: clientId=" + files.clientId());
        }
    }
}
