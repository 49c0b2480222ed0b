/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * The clock of those who write a history. The wall clock may step; each step begins an <em>era</em>, so that times are
 * compared only within an era, and eras by their numbers. A step is noticed by the monotonic clock. Between two
 * writers, only a step back is noticed, because a step forward looks like a time without a writer. Any thread.
 */
public final class BlockClock {
    /** A clock that is adjusted by less has not stepped: block times stand still meanwhile. */
    private static final long STEP_MS = 1000;

    private static final long MS_PER_NS = 1_000_000;

    /**
     * A time.
     *
     * @param beganMs when the era began, or this clock
     * @param ms since 1970
     */
    public record Moment(long era, long beganMs, long ms) {
        /** {@return a time in the era in which a history was written last} */
        public static Moment after(long ms) {
            return new Moment(0, ms, ms);
        }
    }

    private final LongSupplier wallMs;
    private final LongSupplier steadyNs;
    private long era;
    private long beganMs;
    /** The wall clock minus the monotonic one. */
    private long aheadMs;

    BlockClock(long era, long lastMs, LongSupplier wallMs, LongSupplier steadyNs) {
        this.wallMs = wallMs;
        this.steadyNs = steadyNs;
        this.beganMs = wallMs.getAsLong();
        this.era = beganMs + STEP_MS < lastMs ? era + 1 : era;
        this.aheadMs = beganMs - steadyNs.getAsLong() / MS_PER_NS;
    }

    /** {@return a clock that continues after all that a history has} */
    public static BlockClock of(Path directory) throws IOException {
        long era = 1;
        long lastMs = Long.MIN_VALUE;
        for (StreamHistory stream : StreamHistory.allIn(directory)) {
            for (LogHistory log : stream.logs()) {
                if (log.endEra() >= era) {
                    lastMs = log.endEra() > era ? log.endMs() : Math.max(lastMs, log.endMs());
                    era = log.endEra();
                }
            }
        }
        return new BlockClock(era, lastMs, System::currentTimeMillis, System::nanoTime);
    }

    /** {@return the current time} */
    public synchronized Moment now() {
        long nowMs = wallMs.getAsLong();
        long nowAheadMs = nowMs - steadyNs.getAsLong() / MS_PER_NS;
        if (Math.abs(nowAheadMs - aheadMs) > STEP_MS) {
            era++;
            beganMs = nowMs;
        }
        aheadMs = nowAheadMs; // Slow adjustments add up, and are no step.
        return new Moment(era, beganMs, nowMs);
    }
}
