/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.DriverDirectory;
import io.tailrace.liveness.KernelLock.Holder;
import io.tailrace.liveness.OwnerState;
import io.tailrace.report.EventLog;
import io.tailrace.report.EventView;
import io.tailrace.report.EventView.Kind;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the events of a directory at one moment.
 *
 * @param all the last events, some thousands, the oldest first
 * @param unreadable the files that could not be read
 */
public record EventsReader(List<EventView> all, List<Unreadable> unreadable) {
    /** Reads the events of a directory; none if no driver has noted any. */
    public static EventsReader of(DriverDirectory directory) {
        EventsReader found = new EventsReader(new ArrayList<>(), new ArrayList<>());
        Unreadable.guard("events", directory.events(), found.unreadable, () -> EventLog.read(directory, found.all));
        return found;
    }

    /**
     * Reads the events of a directory, and looks whether its driver lives: the end of a driver that could not note it
     * is the last event, at the time of its last heartbeat. The next driver notes the same under that number.
     *
     * @param nowNs the time by {@link Host#nanoTime}
     * @param now the same moment as time of day
     */
    public static EventsReader of(DriverDirectory directory, long nowNs, Instant now) {
        try {
            OwnerState before = directory.examineDriver();
            EventsReader found = of(directory);
            OwnerState driver = directory.examineDriver();
            if (driver.proof().holder() == Holder.DEAD && driver.equals(before)) { // None has begun in between.
                found.addEnd(driver, nowNs, now);
            }
            return found;
        } catch (IOException e) {
            return of(directory); // The state of the driver is unknown.
        }
    }

    private void addEnd(OwnerState driver, long nowNs, Instant now) {
        EventView last = null;
        long sequence = 0;
        for (EventView event : all) {
            sequence = Math.max(sequence, event.sequence());
            last = event.kind().isOfDriver() && (last == null || event.sequence() > last.sequence()) ? event : last;
        }
        EventView end = EventView.ofEnd(last, driver, 0);
        if (end != null) {
            long heartbeatNs = driver.heartbeat().ns();
            long silentNs = heartbeatNs == 0 ? 0 : Math.max(0, nowNs - heartbeatNs);
            all.add(end.numbered(sequence + 1, now.minusNanos(silentNs).toEpochMilli()));
        }
    }

    /** {@return how often each kind occurred since the first driver of the directory; empty if that cannot be read} */
    public static Map<Kind, Long> totals(DriverDirectory directory) {
        Map<Kind, Long> totals = new EnumMap<>(Kind.class);
        Unreadable.guard(
                "events", directory.events(), new ArrayList<>(), () -> totals.putAll(EventLog.readTotals(directory)));
        return totals;
    }
}
