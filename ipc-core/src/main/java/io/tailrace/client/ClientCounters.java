/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.CounterSource;
import io.tailrace.TailraceException;
import io.tailrace.internal.ErrorText;
import io.tailrace.internal.Uninterrupted.Operation;
import io.tailrace.report.CounterSlots;
import io.tailrace.report.CounterSlots.CounterKind;
import io.tailrace.report.ReportFile;
import io.tailrace.stream.StreamSubscription.FigureBoard;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows the counters of a client: the conductor reads each source at most 50 times a second, twice a second when idle,
 * and copies the figures into the client's counters file. So counting code does not depend on files, and is not slowed
 * down. Any thread may add a source; the conductor does the rest.
 *
 * <p>A client owns its counters: it needs no driver for them and shares no lock, a hostile client spoils only its own
 * figures, and they are deleted with the client's directory.
 */
final class ClientCounters implements FigureBoard {
    private static final long INTERVAL_NS = 20_000_000;
    private static final long RETRY_NS = 1_000_000_000;

    /** The figures of one source, shown until this is closed. */
    private record Group(String name, AtomicBoolean closed) implements CounterSource.Group {
        @Override
        public void close() {
            closed.set(true);
        }
    }

    private record Added(String group, CounterSource source, BooleanSupplier over) {}

    private final ConcurrentLinkedQueue<Added> added = new ConcurrentLinkedQueue<>();
    private final List<Copied> copied = new ArrayList<>();
    private final Operation<ReportFile> maker;
    private final UserHandlers handlers;
    private final Runnable copyAll = this::copyAll;

    private @Nullable ReportFile file;
    private @Nullable CounterSlots slots;
    private long lastCopyNs = System.nanoTime() - INTERVAL_NS;
    private long lastFailureNs = System.nanoTime() - RETRY_NS;
    private String problem = "";
    private boolean toldFull;

    ClientCounters(Operation<ReportFile> maker, UserHandlers handlers) {
        this.maker = maker;
        this.handlers = handlers;
    }

    /** Adds a source, which is copied until its group is closed. Any thread. */
    CounterSource.Group add(String name, CounterSource source) {
        Group group = new Group(name, new AtomicBoolean());
        added.add(new Added(name, source, group.closed::get));
        return group;
    }

    @Override
    public void show(String name, CounterSource source, BooleanSupplier over) {
        added.add(new Added(name, source, over));
    }

    /** Copies the figures, unless that was done a moment ago. Returns 0: this is not work. */
    int copy(long nowNs) {
        if (nowNs - lastCopyNs < INTERVAL_NS) {
            return 0;
        }
        lastCopyNs = nowNs;
        if (!added.isEmpty()) {
            takeAdded(nowNs);
        }
        if (!copied.isEmpty()) {
            handlers.run(
                    "counters", copyAll); // A source is code of the program, and must not add anything from inside.
        }
        return 0;
    }

    /** Starts to copy the sources that were added; without a file they wait. */
    private void takeAdded(long nowNs) {
        if (slots == null && nowNs - lastFailureNs >= RETRY_NS) {
            makeFile(nowNs);
        }
        CounterSlots target = slots;
        if (target == null) {
            added.removeIf(waiting -> waiting.over.getAsBoolean());
            return;
        }
        Added next;
        while ((next = added.peek()) != null) {
            copied.add(new Copied(next, target));
            added.remove(); // Last: if there is no heap for the line above, the source waits.
        }
    }

    private void makeFile(long nowNs) {
        try {
            file = maker.run();
            slots = new CounterSlots(file.region());
        } catch (IOException e) {
            lastFailureNs = nowNs;
            if (!e.toString().equals(problem)) { // Reported once for each reason.
                problem = e.toString();
                handlers.report(new TailraceException(
                        "the counters of this client can not be shown: " + ErrorText.of(e) + "; it tries again", e));
            }
        }
    }

    private void copyAll() {
        for (Iterator<Copied> all = copied.iterator(); all.hasNext(); ) {
            Copied each = all.next();
            if (each.added.over.getAsBoolean() || !copy(each)) {
                all.remove(); // First: the file may have been truncated.
                each.release();
            }
        }
    }

    /** {@return false if the source cannot be read} */
    private boolean copy(Copied each) {
        try {
            int missing = each.copy();
            if (missing > 0 && !toldFull) {
                toldFull = true; // Reported once: a figure without a slot gets one as soon as other groups are closed.
                handlers.report(new TailraceException("not all counters are shown: slots=" + ReportFile.SLOTS
                        + ", group=" + each.added.group + ", missing=" + missing + "; close groups to show others"));
            }
            return true;
        } catch (Throwable e) { // Whatever the error, the conductor has other work.
            handlers.report(new TailraceException(
                    "counters are not read any more: group=" + each.added.group + ", cause=" + e, e));
            return false;
        }
    }

    void close() {
        added.clear();
        copied.clear();
        if (file != null) {
            file.close();
        }
    }

    /** A source, its figures and their slots. Conductor only. */
    private static final class Copied implements CounterSource.Sink {
        private final Added added;
        private final CounterSlots slots;
        /** The values by the names of the figures, each in an array of length one, so that a store needs no heap. */
        private final Map<String, int[]> taken = new HashMap<>();

        private int missing;

        Copied(Added added, CounterSlots slots) {
            this.added = added;
            this.slots = slots;
        }

        /** Copies the current figures. Returns how many have no slot because none is left. */
        int copy() {
            missing = 0;
            added.source.read(this);
            return missing;
        }

        void release() {
            for (int[] slot : taken.values()) {
                if (slot[0] != CounterSlots.NONE) {
                    slots.remove(slot[0]);
                }
            }
            taken.clear();
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
            int[] slot = taken.get(name);
            if (slot == null) {
                if (taken.size() == ReportFile.SLOTS) { // The source has other names each time.
                    missing++;
                    return;
                }
                slot = new int[] {CounterSlots.NONE};
                taken.put(name, slot);
            }
            if (slot[0] != CounterSlots.NONE) {
                slots.set(slot[0], value);
                return;
            }
            slot[0] = slots.add(kind, added.group, name, value);
            missing += slot[0] == CounterSlots.NONE ? 1 : 0;
        }
    }
}
