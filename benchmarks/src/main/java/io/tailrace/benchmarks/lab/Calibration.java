/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The least a round trip between two cores can take now: two words, each written by one thread and read by the other.
 * The host moves virtual processors about; near ones share a cache, far ones do not.
 */
public final class Calibration implements AutoCloseable {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int THERE = 32;
    private static final int BACK = 64;

    private static final int TRIPS_PER_SAMPLE = 2_000;
    private static final int SAMPLES = 31;
    private static final long TIMEOUT_MS = 10_000;

    private final long[] words = new long[96];
    private final ExecutorService right = Executors.newSingleThreadExecutor(task -> new Thread(task, "calibration"));
    private long trip;

    public Calibration() {
        measureNs(); // Compiles it.
        measureNs();
    }

    /** {@return the median round trip in ns} Takes about 10 ms. */
    public long measureNs() {
        long firstTrip = trip + 1;
        long lastTrip = trip + (long) SAMPLES * TRIPS_PER_SAMPLE;
        Future<?> answering = right.submit(() -> answer(firstTrip, lastTrip));
        long[] samples = new long[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            samples[i] = sampleNs();
        }
        Waiting.result(answering, TIMEOUT_MS);
        Arrays.sort(samples);
        return samples[SAMPLES / 2];
    }

    private long sampleNs() {
        long startNs = System.nanoTime();
        for (int i = 0; i < TRIPS_PER_SAMPLE; i++) {
            trip++;
            WORD.setRelease(words, THERE, trip);
            await(BACK, trip);
        }
        return (System.nanoTime() - startNs) / TRIPS_PER_SAMPLE;
    }

    private void answer(long first, long last) {
        for (long number = first; number <= last; number++) {
            await(THERE, number);
            WORD.setRelease(words, BACK, number);
        }
    }

    private void await(int word, long number) {
        while ((long) WORD.getAcquire(words, word) != number) {
            // Nothing: a pause would be in the figure.
        }
    }

    @Override
    public void close() {
        right.shutdown();
    }
}
