/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EventFile;
import io.tailrace.control.EventView;
import io.tailrace.control.EventView.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the events of a directory at one moment.
 *
 * @param all the last 1,000 events, the oldest first
 * @param unreadable the files that could not be read
 */
public record EventsReader(List<EventView> all, List<Unreadable> unreadable) {
    /** Reads the events of a directory; none if no driver has noted any. */
    public static EventsReader of(DriverDirectory directory) {
        EventsReader found = new EventsReader(new ArrayList<>(), new ArrayList<>());
        Unreadable.guard(
                "events", directory.events(), found.unreadable, () -> EventFile.read(directory.events(), found.all));
        return found;
    }

    /** {@return how often each kind occurred since the first driver of the directory; empty if that cannot be read} */
    public static Map<Kind, Long> totals(DriverDirectory directory) {
        Map<Kind, Long> totals = new EnumMap<>(Kind.class);
        Unreadable.guard(
                "events",
                directory.events(),
                new ArrayList<>(),
                () -> totals.putAll(EventFile.readTotals(directory.events())));
        return totals;
    }
}
