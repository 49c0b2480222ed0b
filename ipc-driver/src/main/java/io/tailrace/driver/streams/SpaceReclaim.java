/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.file.Mappings;

/**
 * Gives back the space of removed logs. A deleted file takes space as long as a process has it mapped, and only a
 * garbage collection unmaps it. So if space is short, and after enough removed logs, this process collects garbage and
 * asks the clients to do so. Conductor only.
 */
public final class SpaceReclaim {
    /** This many bytes of removed logs may wait for a garbage collection that happens by itself. */
    private static final long ENOUGH_BYTES = 256 * 1024 * 1024;
    /** A smaller log counts as this many bytes: a log takes four of the 65,530 mappings that a process can have. */
    private static final long LEAST_BYTES = 256 * 1024;
    /** How long it may take to remove a log that is being closed, and for the clients to collect garbage. */
    private static final long PATIENCE_NS = 500_000_000;
    /** The same on a busy machine, if the space of removed logs may not be back yet. */
    private static final long LONG_PATIENCE_NS = 2_000_000_000;
    /** While a log waits, processes are asked again this often, to collect mappings released after the last request. */
    private static final long REPEAT_NS = 100_000_000;
    /** After this long the clients may have dropped more mappings, even if no log was removed. */
    private static final long INTERVAL_NS = 5_000_000_000L;

    private final Runnable askClients;
    private long removedBytes;
    /** Since the last refusal. */
    private boolean removedAny;

    private boolean asked;
    /** When the wait for the last request began. */
    private long lastNs;

    private long repeatedNs;

    public SpaceReclaim(Runnable askClients) {
        this.askClients = askClients;
    }

    void onRemoved(long bytes) {
        removedAny = true;
        removedBytes += Math.max(bytes, LEAST_BYTES);
        if (removedBytes >= ENOUGH_BYTES) {
            reclaim();
        }
    }

    /**
     * There is no space for a log.
     *
     * @param askedNs since when the log is wanted: if many logs wait for one another, each is refused after the same
     *     time
     * @return whether there may soon be more space, so that it is worth trying again
     */
    boolean mayComeFree(long nowNs, long askedNs) {
        if (!asked || removedBytes > 0 || lastNs - askedNs < 0 || nowNs - lastNs > INTERVAL_NS) {
            asked = true;
            lastNs = nowNs;
            repeatedNs = nowNs;
            reclaim();
        }
        boolean waits = Math.min(nowNs - lastNs, nowNs - askedNs) < (removedAny ? LONG_PATIENCE_NS : PATIENCE_NS);
        if (!waits) {
            removedAny = false;
        } else if (nowNs - repeatedNs >= REPEAT_NS) {
            repeatedNs = nowNs;
            reclaim();
        }
        return waits;
    }

    private void reclaim() {
        removedBytes = 0;
        askClients.run();
        Mappings.collect();
    }
}
