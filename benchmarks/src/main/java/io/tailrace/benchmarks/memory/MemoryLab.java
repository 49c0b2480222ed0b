/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Surroundings;
import io.tailrace.benchmarks.lab.Surroundings.Observed;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.RawFile;
import io.tailrace.benchmarks.suite.Run;
import java.util.Map;
import java.util.function.Supplier;

/** Where this section measures, and writes down what it finds. */
final class MemoryLab implements AutoCloseable {
    static final String SECTION = "memory";

    private static final int BLOCK = Measurement.PILOT + 1;

    private final Run run;
    private final Surroundings surroundings = new Surroundings();
    private final RawFile raw;

    MemoryLab(Run run) {
        this.run = run;
        this.raw = new RawFile(run.out(), SECTION, run.jdk());
    }

    /** How much of what, and of what it is made. */
    record Figure(double value, String unit, Map<String, Object> details) {}

    Run run() {
        return run;
    }

    void measure(int round, String candidate, String cell, Supplier<Figure> measurement) {
        Observed<Figure> observed = surroundings.observe(ProcStat::cpuSecondsWithChildren, measurement);
        Figure figure = observed.result();
        raw.write(new Measurement(
                SECTION,
                run.jdk(),
                BLOCK,
                round,
                candidate,
                cell,
                observed.rawNs(),
                observed.othersPercent(),
                figure.value(),
                figure.unit(),
                figure.details()));
    }

    @Override
    public void close() {
        raw.close();
        surroundings.close();
    }
}
