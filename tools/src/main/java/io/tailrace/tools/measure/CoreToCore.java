/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Measures the shortest possible round trip between two processors now: two words, each written by one thread and read
 * by the other. Near processors share a cache, far ones do not, and a host may change the processors of two threads
 * while it runs; so a figure without this one beside it says little.
 */
public final class CoreToCore {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    /** The words are in separate cache lines, even where lines are fetched in pairs. */
    private static final int THERE = 32;

    private static final int BACK = 64;
    private static final int LENGTH = 96;
    private static final long STOP = -1;

    /** If other threads occupy the processors, there are fewer samples. */
    private static final long LONGEST_NS = TimeUnit.MILLISECONDS.toNanos(500);

    /** No two processors are so far apart: the threads took turns on one. */
    private static final long IMPLAUSIBLE_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final long[] words = new long[LENGTH];
    private long trip;

    private CoreToCore() {}

    /**
     * {@return the shortest round trip in nanoseconds, of many means of a few trips; null if there is only one
     * processor, or others occupy them} Not the median: while both threads share a processor, that is a time slice.
     */
    static @Nullable Long measureNs() {
        if (Runtime.getRuntime().availableProcessors() == 1) {
            return null;
        }
        long shortestNs = new CoreToCore().samplesNs(4_000, 20)[0];
        return shortestNs < IMPLAUSIBLE_NS ? shortestNs : null;
    }

    /** {@return the median round trip in nanoseconds, of means of many trips} Takes about 10 ms. */
    public static long medianNs() {
        long[] samples = new CoreToCore().samplesNs(31, 2_000);
        return samples[samples.length / 2];
    }

    /** {@return sorted means of {@code trips} round trips each: at least one, at most {@code most}} */
    private long[] samplesNs(int most, int trips) {
        Thread peer = new Thread(this::answer, "tailrace-core-to-core");
        peer.setDaemon(true);
        peer.start();
        long[] samples = new long[most];
        int count = 0;
        long startNs = System.nanoTime();
        do {
            samples[count++] = sampleNs(trips);
        } while (count < most && System.nanoTime() - startNs < LONGEST_NS);
        WORD.setRelease(words, THERE, STOP);
        return Arrays.stream(samples).limit(count).sorted().toArray();
    }

    private long sampleNs(int trips) {
        long startNs = System.nanoTime();
        for (int i = 0; i < trips; i++) {
            trip++;
            WORD.setRelease(words, THERE, trip);
            awaitChange(BACK, trip - 1);
        }
        return (System.nanoTime() - startNs) / trips;
    }

    private void answer() {
        long number = 0;
        while (number != STOP) {
            number = awaitChange(THERE, number);
            WORD.setRelease(words, BACK, number);
        }
    }

    /** Without a pause: it would be part of the figure. */
    private long awaitChange(int word, long old) {
        long value = old;
        while (value == old) {
            value = (long) WORD.getAcquire(words, word);
        }
        return value;
    }
}
