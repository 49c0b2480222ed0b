/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.Surroundings;
import io.tailrace.benchmarks.lab.Surroundings.Observed;
import io.tailrace.benchmarks.raw.Json;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.RawFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Where slices are measured and kept: starts forks, calibrates before each slice, writes every one down. */
final class Lab implements AutoCloseable {
    private final Plan plan;
    private final Path directory = SharedMemory.newDirectory("duel");
    private final Surroundings surroundings = new Surroundings();
    private final RawFile raw;
    private final List<Measurement> measurements = new ArrayList<>();
    private int forks;

    Lab(Plan plan) {
        this.plan = plan;
        this.raw = new RawFile(plan.run().out(), DuelSection.NAME, plan.run().jdk());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> SharedMemory.delete(directory)));
    }

    Fork fork(Setup setup) {
        List<String> flags = new ArrayList<>(setup.jvmFlags());
        flags.addAll(plan.flags());
        String files = directory.resolve(Integer.toString(forks++)).toString();
        return new Fork(setup.toString(), plan.run().java(), flags, ForkMain.class, setup.toString(), files);
    }

    /** Measures one slice, and keeps it. */
    void measure(int block, int round, Fork fork, Workload workload) {
        Observed<String> slice = surroundings.observe(
                fork::cpuSeconds, () -> fork.ask("run " + plan.timing().sliceMs(block) + " " + workload));
        Map<String, Object> details = Json.parse(slice.result());
        double value = ((Number) Objects.requireNonNull(details.remove("value"), slice::result)).doubleValue();
        details.put("library", description(fork));
        Measurement measurement = new Measurement(
                DuelSection.NAME,
                plan.run().jdk(),
                block,
                round,
                fork.name(),
                workload.toString(),
                slice.rawNs(),
                slice.othersPercent(),
                value,
                workload.unit(),
                details);
        raw.write(measurement);
        measurements.add(measurement);
    }

    private static Object description(Fork fork) {
        return Json.parse(fork.greeting()).getOrDefault("candidate", "");
    }

    /** {@return all measurements so far} */
    List<Measurement> measurements() {
        return List.copyOf(measurements);
    }

    @Override
    public void close() {
        raw.close();
        surroundings.close();
        SharedMemory.delete(directory);
    }
}
