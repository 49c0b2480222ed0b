/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.control.CounterSlots;
import io.tailrace.control.CountersFile;
import io.tailrace.control.CountersLayout;
import io.tailrace.memory.ErrorText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a client shows of its counters: the conductor reads each source now and then, and copies its figures into the
 * client's counters file. So what counts knows nothing of files, and is not slowed down. Any thread adds; the conductor
 * does the rest.
 *
 * <p>Counters belong to whoever writes them: nobody asks the driver for one, no lock is shared, a hostile client spoils
 * only its own figures, and they go with its directory.
 */
final class ClientCounters {
    /** Makes the file. */
    interface Maker {
        CountersFile make() throws IOException;
    }

    private static final long INTERVAL_NS = 20_000_000;
    private static final long RETRY_NS = 1_000_000_000;

    private record Added(String group, CounterSource source, BooleanSupplier over) {}

    private record Copied(CopiedCounters counters, BooleanSupplier over) {}

    private final ConcurrentLinkedQueue<Added> added = new ConcurrentLinkedQueue<>();
    private final List<Copied> copied = new ArrayList<>();
    private final Maker maker;
    private final UserHandlers handlers;
    private final Runnable copyAll = this::copyAll;

    private @Nullable CountersFile file;
    private @Nullable CounterSlots slots;
    private long lastCopyNs = System.nanoTime() - INTERVAL_NS;
    private long lastFailureNs = System.nanoTime() - RETRY_NS;
    private String problem = "";
    private boolean toldFull;

    ClientCounters(Maker maker, UserHandlers handlers) {
        this.maker = maker;
        this.handlers = handlers;
    }

    /** Any thread: copies a source until its group is closed. */
    CounterSource.Group add(String name, CounterSource source) {
        CounterSource.Group group = new CounterSource.Group(name);
        added.add(new Added(name, source, group::isClosed));
        return group;
    }

    /** Any thread: copies the figures of a dispatch until it has ended. */
    void add(Dispatch dispatch) {
        Subscription subscription = dispatch.subscription();
        added.add(new Added(
                "dispatch " + subscription.registrationId() + ' ' + subscription.stream(), // Is cut at its end.
                dispatch::tell,
                dispatch::isEnded));
    }

    /** Copies what there is, unless that was done a moment ago. Returns 0: that is no work. */
    int copy(long nowNs) {
        if (nowNs - lastCopyNs < INTERVAL_NS) {
            return 0;
        }
        lastCopyNs = nowNs;
        if (!added.isEmpty()) {
            takeAdded(nowNs);
        }
        if (!copied.isEmpty()) {
            handlers.run(copyAll); // A source is the program's, and must not add anything from inside.
        }
        return 0;
    }

    /** Without a file they wait. */
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
            copied.add(new Copied(new CopiedCounters(next.group, next.source, target), next.over));
            added.remove(); // Last: where there is no heap for it, it waits.
        }
    }

    private void makeFile(long nowNs) {
        try {
            file = maker.make();
            slots = new CounterSlots(file.slots());
        } catch (IOException e) {
            lastFailureNs = nowNs;
            if (!e.toString().equals(problem)) { // Told once for each reason.
                problem = e.toString();
                handlers.report(new TailraceException(
                        "the counters of this client can not be shown: " + ErrorText.of(e) + "; it tries again", e));
            }
        }
    }

    private void copyAll() {
        for (Iterator<Copied> all = copied.iterator(); all.hasNext(); ) {
            Copied each = all.next();
            if (each.over.getAsBoolean() || !copy(each.counters)) {
                all.remove(); // First: somebody may have truncated the file.
                each.counters.release();
            }
        }
    }

    /** {@return false if it can not be read} */
    private boolean copy(CopiedCounters counters) {
        try {
            int missing = counters.copy();
            if (missing > 0 && !toldFull) {
                toldFull = true; // Once: what has no slot gets one as soon as others are closed.
                handlers.report(new TailraceException("not all counters are shown: slots=" + CountersLayout.SLOTS
                        + ", group=" + counters.group() + ", missing=" + missing + "; close groups to show others"));
            }
            return true;
        } catch (Throwable e) { // Whatever it is, the conductor has more to do.
            handlers.report(new TailraceException(
                    "counters are not read any more: group=" + counters.group() + ", cause=" + e, e));
            return false;
        }
    }

    /** Lets go of everything. */
    void close() {
        added.clear();
        copied.clear();
        if (file != null) {
            file.close();
        }
    }
}
