/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Json;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.Surroundings;
import io.tailrace.benchmarks.lab.Surroundings.Observed;
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
    private final Surroundings surroundings = new Surroundings();
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
        List<String> flags = new ArrayList<>(setup.jvmFlags());
        flags.addAll(plan.flags());
        String files = directory.resolve(Integer.toString(forks++)).toString();
        return new Fork(setup.toString(), plan.java(), flags, ForkMain.class, setup.toString(), files);
    }

    /** Measures one slice, and keeps it. */
    Sample measure(int block, int round, Setup setup, Fork fork, Workload workload) {
        Observed<String> slice =
                surroundings.observe(fork::cpuSeconds, () -> fork.ask("run " + workload + " " + plan.sliceMs()));
        Sample sample = new Sample(
                block,
                round,
                setup,
                workload,
                slice.rawNs(),
                slice.othersPercent() / 100,
                Json.number(slice.result(), "value"),
                slice.result());
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
        surroundings.close();
        SharedMemory.delete(directory);
    }
}
