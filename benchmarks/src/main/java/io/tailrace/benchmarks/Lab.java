/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where slices are measured and kept: starts forks, calibrates before each slice, writes every one down. */
final class Lab implements AutoCloseable {
    private final Plan plan;
    private final Path directory = SharedMemory.newDirectory("bench");
    private final Calibration calibration = new Calibration();
    private final PrintStream raw;
    private final List<Sample> samples = new ArrayList<>();
    private int forks;

    Lab(Plan plan) {
        this.plan = plan;
        Runtime.getRuntime().addShutdownHook(new Thread(() -> SharedMemory.delete(directory)));
        try {
            Files.createDirectories(plan.out());
            this.raw = new PrintStream(
                    Files.newOutputStream(plan.out().resolve("slices.jsonl")), true, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Plan plan() {
        return plan;
    }

    Fork fork(Setup setup) {
        return new Fork(setup, plan.java(), plan.flags(), directory.resolve(Integer.toString(forks++)));
    }

    /** Measures one slice, and keeps it. */
    Sample measure(int block, int round, Fork fork, Workload workload) {
        long rawNs = calibration.measureNs();
        long startNs = System.nanoTime();
        double others = ProcStat.busySeconds() - fork.cpuSeconds();
        String line = fork.measure(workload, plan.sliceMs());
        others = ProcStat.busySeconds() - fork.cpuSeconds() - others;
        double share = others / ((System.nanoTime() - startNs) / 1e9);
        Sample sample =
                new Sample(block, round, fork.setup(), workload, rawNs, share, Json.number(line, "value"), line);
        raw.println(sample.toJson());
        samples.add(sample);
        return sample;
    }

    /** {@return all samples so far} */
    List<Sample> samples() {
        return List.copyOf(samples);
    }

    static void say(String text) {
        System.err.println(text);
    }

    @Override
    public void close() {
        raw.close();
        calibration.close();
        SharedMemory.delete(directory);
    }
}
