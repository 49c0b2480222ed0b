/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** Looks at the machine around each measurement: how near its cores are just before, and what others use meanwhile. */
public final class Surroundings implements AutoCloseable {
    private final Calibration calibration = new Calibration();

    /**
     * What was measured, and under what.
     *
     * @param rawNs the raw round trip between the cores just before, in ns
     * @param othersPercent of one processor, used meanwhile by others, on this host or, as far as it tells, on its own host
     */
    public record Observed<T>(T result, long rawNs, double othersPercent) {}

    /**
     * Calibrates, then measures.
     *
     * @param ownCpuSeconds tells the CPU time that the processes measured have used so far
     */
    public <T> Observed<T> observe(DoubleSupplier ownCpuSeconds, Supplier<T> measurement) {
        long rawNs = calibration.measureNs();
        long startNs = System.nanoTime();
        double before = ProcStat.busySeconds() - ownCpuSeconds.getAsDouble();
        T result = measurement.get();
        double others = ProcStat.busySeconds() - ownCpuSeconds.getAsDouble() - before;
        return new Observed<>(result, rawNs, 100 * others / ((System.nanoTime() - startNs) / 1e9));
    }

    @Override
    public void close() {
        calibration.close();
    }
}
