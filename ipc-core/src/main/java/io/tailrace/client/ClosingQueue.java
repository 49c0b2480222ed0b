/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.control.Command;
import io.tailrace.control.CommandRing;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.Safepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Publications and subscriptions that the program has closed, images that the driver has taken away, and images of
 * damaged logs, which threads may still be using. Each is given back to the driver once no thread is inside: every
 * thread has passed a safepoint since, and {@code isQuiet} returns true. Any thread may add; the conductor does the
 * rest.
 */
final class ClosingQueue {
    private record Closing(
            BooleanSupplier isQuiet,
            Runnable whenQuiet,
            @Nullable Command command) {}

    /** @param since events up to this position have nothing to do with it */
    private record Waiting(Closing closing, long since) {}

    private final ConcurrentLinkedQueue<Closing> added = new ConcurrentLinkedQueue<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private final UserHandlers handlers;
    private final Runnable wakeConductor;
    private long eventsRead;
    /** Whether an entry is being given back, perhaps by a caller of this one: an error handler may add something. */
    private boolean working;

    /** @param wakeConductor run when there is work for it */
    ClosingQueue(UserHandlers handlers, Runnable wakeConductor) {
        this.handlers = handlers;
        this.wakeConductor = wakeConductor;
    }

    /** @param command null if the driver needs none */
    void add(BooleanSupplier isQuiet, Runnable whenQuiet, @Nullable Command command) {
        added.add(new Closing(isQuiet, whenQuiet, command));
        wakeConductor.run();
    }

    /**
     * Conductor: gives back the quiet entries. Returns how many.
     *
     * @param newEventsRead the position up to which the driver's events have been processed; 0 while some are lost
     */
    int doWork(CommandRing.Sender sender, long newEventsRead) {
        if (working) {
            return 0;
        }
        int fresh = added.size();
        if (fresh > 0) {
            Safepoint.pass();
        }
        for (int i = 0; i < fresh; i++) {
            // Before the removal: if there is no heap for this, the entry stays in the queue.
            waiting.add(new Waiting(added.element(), eventsRead));
            added.remove();
        }
        eventsRead = Math.max(eventsRead, newEventsRead);
        int before = waiting.size();
        InternalError fault = null;
        int i = 0;
        while (i < waiting.size()) {
            try {
                if (tryToGiveBack(waiting.get(i).closing, sender)) {
                    waiting.remove(i--);
                }
            } catch (InternalError e) {
                fault = e;
            }
            i++;
        }
        if (fault != null) {
            throw fault; // After all entries have had their turn. The conductor finds the truncated file.
        }
        return before - waiting.size();
    }

    /** A failure does not affect the others; it may be a lack of heap or stack, so the next cycle tries again. */
    private boolean tryToGiveBack(Closing closing, CommandRing.Sender sender) {
        working = true;
        try {
            // An earlier pending fault would be taken for one of this entry, whose work would be skipped.
            PendingFault.raise();
            if (!closing.isQuiet.getAsBoolean()) {
                return false;
            }
            PendingFault.raise(); // Else the fault of that check would cut the release short.
            release(closing);
            Command command = closing.command;
            if (command != null) {
                sender.send(command);
            }
            return true;
        } catch (InternalError e) {
            throw e;
        } catch (Throwable e) {
            handlers.report(e);
            return false;
        } finally {
            working = false;
        }
    }

    private void release(Closing closing) {
        try {
            closing.whenQuiet.run();
            PendingFault.raise();
        } catch (InternalError e) { // The files were truncated. The driver is notified of the end all the same.
            handlers.report(e);
        }
    }

    /** {@return the position of the events up to which all that they took away is let go of; 0 if not known} */
    long letGo() {
        long position = eventsRead;
        for (Waiting entry : waiting) {
            position = Math.min(position, entry.since);
        }
        return position;
    }

    /** The positions of another driver's events begin anew: nothing that waits is before them. */
    void beginEvents() {
        eventsRead = 0;
        waiting.replaceAll(entry -> new Waiting(entry.closing, 0));
    }

    boolean isEmpty() {
        return added.isEmpty() && waiting.isEmpty();
    }
}
