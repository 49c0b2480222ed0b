/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.ControlFile;
import io.tailrace.driver.streams.ClientRegistry;
import io.tailrace.driver.streams.LogKeeper;
import io.tailrace.driver.streams.Names;
import io.tailrace.driver.streams.RetainedLogs;
import io.tailrace.driver.streams.StreamIndex;
import io.tailrace.report.CounterSlots;
import io.tailrace.report.CounterSlots.CounterKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Shows in the control file that the driver works, and its counters: copies the figures now and then to the place where
 * tools ({@code tailrace counters}) read them.
 */
final class DriverCounters {
    private static final long INTERVAL_NS = 50_000_000;

    private record Entry(int slot, LongSupplier value) {}

    private final ControlFile control;
    private final CounterSlots slots;
    private final List<Entry> entries = new ArrayList<>();
    private long lastCopyNs;
    private long cycles;

    DriverCounters(
            ControlFile control,
            ClientRegistry clients,
            StreamIndex index,
            Names names,
            RetainedLogs retained,
            LogKeeper keeper,
            ErrorReporter errors) {
        this.control = control;
        this.slots = new CounterSlots(control.counters());
        add(CounterKind.LEVEL, "clients", () -> clients.clients().size());
        add(CounterKind.LEVEL, "publications", index::publicationCount);
        add(CounterKind.LEVEL, "subscriptions", index::subscriptionCount);
        add(CounterKind.LEVEL, "vacantNames", names::count);
        add(CounterKind.LEVEL, "logs", index::logCount);
        add(CounterKind.LEVEL, "retainedLogs", retained::count);
        add(CounterKind.LEVEL, "retainedBytes", retained::bytes);
        add(CounterKind.TOTAL, "clientDeaths", clients::deaths);
        add(CounterKind.TOTAL, "paddedBytes", keeper::paddedBytes);
        add(CounterKind.TOTAL, "driverCycles", () -> cycles);
        add(CounterKind.TOTAL, "errors", errors::count);
    }

    private void add(CounterKind kind, String name, LongSupplier value) {
        entries.add(new Entry(slots.add(kind, "", name, value.getAsLong()), value));
    }

    /** Called once per cycle: stores a heartbeat, and the figures unless they were copied a moment ago. */
    void show(long nowNs) {
        control.beat(nowNs);
        cycles++;
        if (nowNs - lastCopyNs < INTERVAL_NS) {
            return;
        }
        lastCopyNs = nowNs;
        for (Entry entry : entries) {
            slots.set(entry.slot, entry.value.getAsLong());
        }
    }
}
