/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import java.util.List;
import java.util.stream.IntStream;

/** A thread that looks every few milliseconds how full some stages are. */
public final class FillMeter implements AutoCloseable {
    private static final long PERIOD_MS = 2;
    private static final double NEARLY = 0.1;

    private final List<? extends FillSource> stages;
    private final double[] sums;
    private final int[] nearlyEmpty;
    private final int[] nearlyFull;
    private final Thread thread = new Thread(this::run, "fill-meter");
    private int sampleCount;

    /** Begins. */
    public FillMeter(List<? extends FillSource> stages) {
        this.stages = stages;
        this.sums = new double[stages.size()];
        this.nearlyEmpty = new int[stages.size()];
        this.nearlyFull = new int[stages.size()];
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(PERIOD_MS);
                sample();
            }
        } catch (InterruptedException e) {
            // That is its end.
        }
    }

    private synchronized void sample() {
        sampleCount++;
        for (int i = 0; i < sums.length; i++) {
            double fill = stages.get(i).fill();
            sums[i] += fill;
            nearlyEmpty[i] += fill <= NEARLY ? 1 : 0;
            nearlyFull[i] += fill >= 1 - NEARLY ? 1 : 0;
        }
    }

    /** {@return what was seen so far, for each stage; nothing if that was too short for a look} */
    public synchronized List<Fill> fills() {
        double count = sampleCount;
        return IntStream.range(0, count == 0 ? 0 : sums.length)
                .mapToObj(i ->
                        new Fill(stages.get(i).name(), sums[i] / count, nearlyEmpty[i] / count, nearlyFull[i] / count))
                .toList();
    }

    /** Ends its thread, and waits for that: it looks at no stage any more. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
