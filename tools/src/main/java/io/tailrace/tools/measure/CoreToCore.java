/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The least that a round trip between two processors can take now: two words, each written by one thread and read by
 * the other. Near processors share a cache, far ones do not, and which two of them a host gives to two threads changes
 * while it runs; so a figure without this one beside it says little.
 */
public final class CoreToCore {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    /** Each in a cache line of its own, also where lines are fetched in pairs. */
    private static final int THERE = 32;

    private static final int BACK = 64;
    private static final int LENGTH = 96;
    private static final long STOP = -1;

    /** Where other threads have the processors, there are fewer samples. */
    private static final long LONGEST_NS = TimeUnit.MILLISECONDS.toNanos(500);

    /** No two processors are so far from one another: the threads took turns on one. */
    private static final long IMPLAUSIBLE_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final long[] words = new long[LENGTH];
    private long trip;

    private CoreToCore() {}

    /**
     * {@return the shortest round trip in nanoseconds, of many means of a few; null if there is only one processor, or
     * others have them} Not the median: where both threads get the same processor for a while, that is a time slice.
     */
    static @Nullable Long measureNs() {
        if (Runtime.getRuntime().availableProcessors() == 1) {
            return null;
        }
        long shortestNs = new CoreToCore().samplesNs(4_000, 20)[0];
        return shortestNs < IMPLAUSIBLE_NS ? shortestNs : null;
    }

    /** {@return the median round trip in nanoseconds, of means of many} Takes about 10 ms. */
    public static long medianNs() {
        long[] samples = new CoreToCore().samplesNs(31, 2_000);
        return samples[samples.length / 2];
    }

    /** {@return means of so many trips, one at least, in order of their length} */
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

    /** A pause between two looks would be in the figure. */
    private long awaitChange(int word, long old) {
        long value = old;
        while (value == old) {
            value = (long) WORD.getAcquire(words, word);
        }
        return value;
    }
}
