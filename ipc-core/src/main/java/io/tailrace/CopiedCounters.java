/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.control.CounterKind;
import io.tailrace.control.CounterSlots;
import io.tailrace.control.CountersLayout;
import java.util.ArrayList;
import java.util.List;

/** The figures of one source and their slots. Conductor only. */
final class CopiedCounters implements CounterSource.Sink {
    private static final class Entry {
        private final String name;
        private int slot = CounterSlots.NONE;

        Entry(String name) {
            this.name = name;
        }
    }

    private final String group;
    private final CounterSource source;
    private final CounterSlots slots;
    private final List<Entry> entries = new ArrayList<>();
    private int next;
    private int missing;

    CopiedCounters(String group, CounterSource source, CounterSlots slots) {
        this.group = group;
        this.source = source;
        this.slots = slots;
    }

    String group() {
        return group;
    }

    /**
     * Copies them as they are now.
     *
     * @return how many have no slot, because there is none left
     */
    int copy() {
        next = 0;
        missing = 0;
        source.read(this);
        return missing;
    }

    /** Gives its slots back. */
    void release() {
        for (Entry entry : entries) {
            if (entry.slot != CounterSlots.NONE) {
                slots.remove(entry.slot);
            }
        }
        entries.clear();
    }

    @Override
    public void total(String name, long value) {
        put(CounterKind.TOTAL, name, value);
    }

    @Override
    public void level(String name, long value) {
        put(CounterKind.LEVEL, name, value);
    }

    private void put(CounterKind kind, String name, long value) {
        int index = find(name);
        if (index == entries.size()) {
            if (index == CountersLayout.SLOTS) { // It has another name for everything each time.
                missing++;
                return;
            }
            entries.add(new Entry(name));
        }
        next = index + 1;
        Entry entry = entries.get(index);
        if (entry.slot != CounterSlots.NONE) {
            slots.set(entry.slot, value);
            return;
        }
        entry.slot = slots.add(kind, group, name, value);
        missing += entry.slot == CounterSlots.NONE ? 1 : 0;
    }

    /** Most sources tell the same in the same order each time, so the next one is looked at first. */
    private int find(String name) {
        if (next < entries.size() && entries.get(next).name.equals(name)) {
            return next;
        }
        int index = 0;
        while (index < entries.size() && !entries.get(index).name.equals(name)) {
            index++;
        }
        return index;
    }
}
