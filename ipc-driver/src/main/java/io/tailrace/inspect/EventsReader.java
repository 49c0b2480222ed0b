/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EventRing;
import io.tailrace.control.EventView;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what happened in a directory, at one moment.
 *
 * @param all the last 1,000 events, the oldest first
 * @param unreadable what could not be read beside them
 */
public record EventsReader(List<EventView> all, List<Unreadable> unreadable) {
    /** Reads the events of a directory; none where no driver has noted any. */
    public static EventsReader of(DriverDirectory directory) {
        EventsReader found = new EventsReader(new ArrayList<>(), new ArrayList<>());
        Unreadable.guard(
                "events", directory.events(), found.unreadable, () -> EventRing.read(directory.events(), found.all));
        return found;
    }
}
