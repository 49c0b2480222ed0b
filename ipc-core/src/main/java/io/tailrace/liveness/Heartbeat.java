/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.liveness;

import io.tailrace.sleep.AgentIdle;
import java.util.Locale;

/**
 * When the conductor of a client or a driver last worked. A change proves life ({@link LifeWatch}). Silence is a hint
 * for people and does not prove death, because the process may be stopped; it counts together with a free lock only if
 * {@code /proc} does not show the process ({@link FileOwner#judge}).
 *
 * @param ns of {@link System#nanoTime}; 0 if it has not worked yet or its version has no heartbeat
 */
public record Heartbeat(long ns) {
    /** Nothing is known. */
    public static final Heartbeat UNKNOWN = new Heartbeat(0);

    /** An idle conductor works every 500 ms. */
    private static final long SUSPECT_NS = 1_000_000_000;

    /** {@return whether it has been silent so long that something may keep it from working} */
    public boolean isSuspect(long nowNs) {
        return ns != 0 && nowNs - ns >= SUSPECT_NS;
    }

    /**
     * {@return whether it worked less than a second ago} Always false with a different clock, as in another time
     * namespace.
     */
    boolean isFresh(long nowNs) {
        return ns != 0 && Math.abs(nowNs - ns) < SUSPECT_NS;
    }

    /** {@return for example {@code , suspect: silent for 12.3 s}; an empty text for a client that works} */
    public String describe(long nowNs) {
        return isSuspect(nowNs) ? String.format(Locale.ROOT, ", suspect: silent for %.1f s", (nowNs - ns) / 1e9) : "";
    }

    /**
     * Determines when the kernel must be asked whether a process is alive: when no heartbeat shows it. A changed
     * heartbeat proves that its owner was alive to change it, at the cost of a read of mapped memory; probing a kernel
     * lock takes a handful of system calls. Silence proves nothing, because a process may be stopped. Used by one
     * thread at a time.
     */
    public static final class LifeWatch {
        /** An idle agent beats every 500 ms ({@link AgentIdle}), and may be woken late. */
        public static final long LONG_SILENCE_NS = 600_000_000;
        /** Frequent enough while a thread waits. */
        public static final long SHORT_SILENCE_NS = 60_000_000;

        private long heartbeatNs;
        private long lastProofNs;

        /**
         * Starts to watch an owner whose state is unknown: the kernel must be asked at once, unless the owner beats
         * before that.
         *
         * @param heartbeat its last heartbeat, perhaps from long ago
         */
        public LifeWatch(Heartbeat heartbeat, long nowNs) {
            this.heartbeatNs = heartbeat.ns();
            this.lastProofNs = nowNs - LONG_SILENCE_NS;
        }

        /**
         * {@return whether the kernel must be asked} If so, the caller must ask, and asking is not due again for a
         * while.
         *
         * @param current its last heartbeat
         * @param silenceNs how long it may be silent
         */
        public boolean isProofDue(Heartbeat current, long nowNs, long silenceNs) {
            boolean beats = current.ns() != heartbeatNs;
            boolean due = !beats && nowNs - lastProofNs >= silenceNs;
            if (beats || due) {
                heartbeatNs = current.ns();
                lastProofNs = nowNs;
            }
            return due;
        }
    }
}
