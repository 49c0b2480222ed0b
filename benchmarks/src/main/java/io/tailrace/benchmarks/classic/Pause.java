/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

/**
 * The pause of a thread between two looks at something that has not come yet. The thread spins where every spinning
 * thread has a processor of its own; else it spins a little and then lets others run. All rows pause alike.
 *
 * @param spins looks before others may run
 */
record Pause(int spins) {
    /** In raw data: everybody spins. */
    static final String SPIN = "spin";

    /** In raw data: there are more threads than processors, and everybody yields. */
    static final String YIELD = "yield";

    private static final int FEW_SPINS = 100;

    /** Seconds of spinning: what has not come by now was lost. */
    private static final int TOO_MANY = 1 << 27;

    /** {@return the pause for so many threads that wait at once} */
    static Pause forThreads(int threads) {
        return new Pause(hasProcessorsFor(threads) ? TOO_MANY : FEW_SPINS);
    }

    private static boolean hasProcessorsFor(int threads) {
        return threads <= Runtime.getRuntime().availableProcessors();
    }

    /** {@return what it is called in raw data} */
    static String name(int threads) {
        return hasProcessorsFor(threads) ? SPIN : YIELD;
    }

    /**
     * Waits a moment.
     *
     * @param looks so far in vain
     * @return the looks in vain so far, this one too
     */
    @SuppressWarnings("ThreadPriorityCheck") // This is about the scheduler: there are more threads than processors.
    int idle(int looks) {
        if (looks < spins) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
        return Math.min(looks + 1, TOO_MANY);
    }

    /**
     * Waits a moment for what has to come.
     *
     * @throws IllegalStateException if it should have come long ago
     */
    int await(int looks) {
        if (looks == TOO_MANY) {
            throw new IllegalStateException("neither space nor an answer: looks=" + looks + "; a message was lost");
        }
        return idle(looks);
    }
}
