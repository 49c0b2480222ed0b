/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import static io.tailrace.benchmarks.lab.ProcStat.involuntarySwitchesDuring;
import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.lab.Json;
import io.tailrace.benchmarks.lab.Waiting;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Measures one candidate. Answers {@code warm MS WORKLOAD...} and {@code run MS WORKLOAD}. */
final class DuelFork implements Answerer {
    private static final long LEAD_IN_MS = 40;
    private static final long WARM_SLICE_MS = 60;
    private static final int MIN_WARM_SLICES = 16;
    private static final int MIN_WARM_CYCLES = 2;
    private static final long QUIET_JIT_MS = 10;
    private static final long TIMEOUT_MS = 10_000;

    private final Candidate candidate;
    private final CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    private final ExecutorService left = Executors.newSingleThreadExecutor(task -> new Thread(task, "left"));
    private final ExecutorService right = Executors.newSingleThreadExecutor(task -> new Thread(task, "right"));

    /** Arguments: the setup, and a directory that does not exist yet. */
    DuelFork(List<String> arguments) {
        candidate = Setup.parse(arguments.get(0)).start(Path.of(arguments.get(1)));
    }

    @Override
    public Json greeting() {
        return new Json()
                .put("candidate", candidate.description())
                .put("jdk", System.getProperty("java.vm.version"))
                .put("vendor", System.getProperty("java.vendor.version", System.getProperty("java.vendor")));
    }

    @Override
    public Json answer(List<String> command) {
        long ms = Long.parseLong(command.get(1));
        List<Workload> workloads = command.stream().skip(2).map(Workload::parse).toList();
        return command.get(0).equals("warm") ? warmUp(workloads, ms) : run(workloads.get(0), LEAD_IN_MS, ms);
    }

    /** All of it again and again, until the JIT compiler has nothing left to do, at most for so long. */
    private Json warmUp(List<Workload> workloads, long maxMs) {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(maxMs);
        int cycles = 0;
        long jitMs;
        do {
            jitMs = jit.getTotalCompilationTime();
            workloads.forEach(workload -> run(workload, 0, WARM_SLICE_MS));
            cycles++;
        } while (System.nanoTime() < endNs
                && (cycles < MIN_WARM_CYCLES
                        || cycles * workloads.size() < MIN_WARM_SLICES
                        || jit.getTotalCompilationTime() - jitMs > QUIET_JIT_MS));
        return new Json().put("cycles", cycles);
    }

    private Json run(Workload workload, long leadInMs, long measureMs) {
        long jitMs = jit.getTotalCompilationTime();
        Slice slice = workload.slice(candidate);
        CompletableFuture<Long> rightSwitches = supplyAsync(() -> involuntarySwitchesDuring(slice::right), right);
        CompletableFuture<Long> leftSwitches = supplyAsync(() -> involuntarySwitchesDuring(slice::left), left);
        slice.conduct(leadInMs, measureMs);
        Waiting.result(
                CompletableFuture.anyOf(leftSwitches, rightSwitches), TIMEOUT_MS); // If one fails, the other spins.
        long switches = Waiting.result(leftSwitches, TIMEOUT_MS) + Waiting.result(rightSwitches, TIMEOUT_MS);
        return slice.result().put("switches", switches).put("jitMs", jit.getTotalCompilationTime() - jitMs);
    }

    @Override
    public void close() {
        left.shutdown();
        right.shutdown();
        candidate.close();
    }
}
