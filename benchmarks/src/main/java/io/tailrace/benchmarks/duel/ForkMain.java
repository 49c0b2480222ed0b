/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import static io.tailrace.benchmarks.lab.ProcStat.involuntarySwitchesDuring;
import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.tailrace.benchmarks.lab.ForkEnd;
import io.tailrace.benchmarks.lab.Json;
import io.tailrace.benchmarks.lab.Waiting;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The process that measures: makes its candidate, then runs a slice for each line on stdin, {@code warm WORKLOAD MS} or
 * {@code run WORKLOAD MS}, and answers with one line of JSON. Ends with its stdin.
 */
final class ForkMain implements AutoCloseable {
    private static final long LEAD_IN_MS = 60;
    private static final long WARM_SLICE_MS = 200;
    private static final int MIN_WARM_SLICES = 3;
    private static final long QUIET_JIT_MS = 2;
    private static final long TIMEOUT_MS = 10_000;

    private final Candidate candidate;
    private final CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    private final ExecutorService left = Executors.newSingleThreadExecutor(task -> new Thread(task, "left"));
    private final ExecutorService right = Executors.newSingleThreadExecutor(task -> new Thread(task, "right"));

    private ForkMain(Candidate candidate) {
        this.candidate = candidate;
    }

    /** Arguments: the setup, and a directory that does not exist yet. */
    public static void main(String[] args) {
        ForkEnd.orExit(() -> {
            try (ForkMain fork = new ForkMain(Setup.parse(args[0]).start(Path.of(args[1])))) {
                ForkEnd.serve(fork.greeting(), fork::answer);
            }
        });
    }

    private Json greeting() {
        return new Json()
                .put("candidate", candidate.description())
                .put("jdk", System.getProperty("java.vm.version"))
                .put("vendor", System.getProperty("java.vendor.version", System.getProperty("java.vendor")));
    }

    private Json answer(List<String> command) {
        Workload workload = Workload.parse(command.get(1));
        long ms = Long.parseLong(command.get(2));
        return command.get(0).equals("warm") ? warmUp(workload, ms) : run(workload, ms);
    }

    /** Until the JIT compiler has nothing left to do, at most for so long. */
    private Json warmUp(Workload workload, long maxMs) {
        long slices = maxMs / WARM_SLICE_MS;
        Json last = run(workload, WARM_SLICE_MS);
        for (int i = 1; i < slices; i++) {
            long jitMs = jit.getTotalCompilationTime();
            last = run(workload, WARM_SLICE_MS);
            if (i >= MIN_WARM_SLICES && jit.getTotalCompilationTime() - jitMs <= QUIET_JIT_MS) {
                break;
            }
        }
        return last;
    }

    private Json run(Workload workload, long measureMs) {
        long jitMs = jit.getTotalCompilationTime();
        Slice slice = workload.slice(candidate);
        CompletableFuture<Long> rightSwitches = supplyAsync(() -> involuntarySwitchesDuring(slice::right), right);
        CompletableFuture<Long> leftSwitches = supplyAsync(() -> involuntarySwitchesDuring(slice::left), left);
        slice.conduct(LEAD_IN_MS, measureMs);
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
