/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.sleep.AgentIdle;
import java.util.Locale;

/**
 * When the conductor of a client or a driver last worked. A change proves life ({@link LifeWatch}). Silence shows
 * people where to look, and proves no death, because the process may be stopped; only where {@code /proc} does not show
 * the process it counts beside a free lock ({@link FileOwner#judge}).
 *
 * @param ns of {@link System#nanoTime}, 0 if it has not worked yet or is of a version that does not say
 */
public record Heartbeat(long ns) {
    /** Nothing is known. */
    public static final Heartbeat UNKNOWN = new Heartbeat(0);

    /** A conductor that has nothing to do works every 500 ms. */
    private static final long SUSPECT_NS = 1_000_000_000;

    /** {@return whether it is silent for so long that something may keep it from working} */
    public boolean isSuspect(long nowNs) {
        return ns != 0 && nowNs - ns >= SUSPECT_NS;
    }

    /**
     * {@return whether it worked less than a second ago} Whose clock is another one, as in another time namespace,
     * never is.
     */
    boolean isFresh(long nowNs) {
        return ns != 0 && Math.abs(nowNs - ns) < SUSPECT_NS;
    }

    /** {@return for example {@code , suspect: silent for 12.3 s}, and nothing for a client that works} */
    public String describe(long nowNs) {
        return isSuspect(nowNs) ? String.format(Locale.ROOT, ", suspect: silent for %.1f s", (nowNs - ns) / 1e9) : "";
    }

    /**
     * Says when the kernel has to be asked whether a process lives: where no heartbeat shows it. A heartbeat that has
     * changed proves that its owner was alive to change it, for the price of a look at mapped memory; to ask for a
     * kernel lock takes a handful of system calls. Silence proves nothing, for a process may be stopped. One thread at
     * a time.
     */
    public static final class LifeWatch {
        /** An agent without work beats every 500 ms ({@link AgentIdle}), and may be woken late. */
        public static final long LONG_SILENCE_NS = 600_000_000;
        /** Enough to ask for while somebody waits. */
        public static final long SHORT_SILENCE_NS = 60_000_000;

        private long heartbeatNs;
        private long lastProofNs;

        /**
         * Begins to watch somebody of whom nothing is known: he is to be asked about at once, unless he beats again
         * before that.
         *
         * @param heartbeat his last one, from perhaps long ago
         */
        public LifeWatch(Heartbeat heartbeat, long nowNs) {
            this.heartbeatNs = heartbeat.ns();
            this.lastProofNs = nowNs - LONG_SILENCE_NS;
        }

        /**
         * {@return whether the kernel has to be asked} Then the asking is left to the caller, and not due again for a
         * while.
         *
         * @param current his last heartbeat
         * @param silenceNs how long he may be silent
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
