/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The least that a round trip between two processors can take now: two words, each written by one thread and read by
 * the other. Near processors share a cache, far ones do not, and which two of them a host gives to two threads changes
 * while it runs; so a figure without this one beside it says little.
 */
final class CoreToCore {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    /** Each in a cache line of its own, also where lines are fetched in pairs. */
    private static final int THERE = 32;

    private static final int BACK = 64;
    private static final int LENGTH = 96;
    private static final long STOP = -1;

    private static final int TRIPS_PER_SAMPLE = 20;
    private static final int SAMPLES = 4_000;
    /** Where other threads have the processors, there are fewer samples. */
    private static final long LONGEST_NS = TimeUnit.MILLISECONDS.toNanos(500);

    /** No two processors are so far from one another: the threads took turns on one. */
    private static final long IMPLAUSIBLE_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final long[] words = new long[LENGTH];
    private long trip;

    private CoreToCore() {}

    /**
     * {@return the shortest round trip in nanoseconds, of many means of a few; null if there is only one processor, or
     * others have them}
     */
    static @Nullable Long measureNs() {
        if (Runtime.getRuntime().availableProcessors() == 1) {
            return null;
        }
        long shortestNs = new CoreToCore().shortestNs();
        return shortestNs < IMPLAUSIBLE_NS ? shortestNs : null;
    }

    /** Not the median: where both threads get the same processor for a while, that is a time slice. */
    private long shortestNs() {
        Thread peer = new Thread(this::answer, "tailrace-core-to-core");
        peer.setDaemon(true);
        peer.start();
        long startNs = System.nanoTime();
        long shortestNs = sampleNs();
        for (int i = 1; i < SAMPLES && System.nanoTime() - startNs < LONGEST_NS; i++) {
            shortestNs = Math.min(shortestNs, sampleNs());
        }
        WORD.setRelease(words, THERE, STOP);
        return shortestNs;
    }

    private long sampleNs() {
        long startNs = System.nanoTime();
        for (int i = 0; i < TRIPS_PER_SAMPLE; i++) {
            trip++;
            WORD.setRelease(words, THERE, trip);
            awaitChange(BACK, trip - 1);
        }
        return (System.nanoTime() - startNs) / TRIPS_PER_SAMPLE;
    }

    private void answer() {
        long number = 0;
        while (number != STOP) {
            number = awaitChange(THERE, number);
            WORD.setRelease(words, BACK, number);
        }
    }

    /** A pause between two looks would be in the figure. */
    private long awaitChange(int word, long old) {
        long value = old;
        while (value == old) {
            value = (long) WORD.getAcquire(words, word);
        }
        return value;
    }
}
