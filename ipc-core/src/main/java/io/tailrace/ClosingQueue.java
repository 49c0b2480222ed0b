/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.control.Command;
import io.tailrace.control.CommandSender;
import io.tailrace.log.Safepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/**
 * What the user has closed and threads may still be inside of. Each is given back to the driver once nobody is: after every
 * thread has passed a safepoint, and its own sequence says so. Any thread adds; the conductor does the rest.
 */
final class ClosingQueue {
    private record Closing(BooleanSupplier isQuiet, Runnable whenQuiet, Command command) {}

    private final ConcurrentLinkedQueue<Closing> added = new ConcurrentLinkedQueue<>();
    private final List<Closing> waiting = new ArrayList<>();

    void add(BooleanSupplier isQuiet, Runnable whenQuiet, Command command) {
        added.add(new Closing(isQuiet, whenQuiet, command));
    }

    /** Conductor: gives back what has become quiet. Returns how many. */
    int doWork(CommandSender sender) {
        if (!added.isEmpty()) {
            List<Closing> fresh = new ArrayList<>();
            Closing closing;
            while ((closing = added.poll()) != null) {
                fresh.add(closing);
            }
            Safepoint.pass();
            waiting.addAll(fresh);
        }
        int before = waiting.size();
        waiting.removeIf(closing -> {
            boolean quiet = closing.isQuiet.getAsBoolean();
            if (quiet) {
                closing.whenQuiet.run();
                FaultPoint.reach("closing.released");
                sender.send(closing.command);
                FaultPoint.reach("closing.told");
            }
            return quiet;
        });
        return before - waiting.size();
    }

    boolean isEmpty() {
        return added.isEmpty() && waiting.isEmpty();
    }
}
