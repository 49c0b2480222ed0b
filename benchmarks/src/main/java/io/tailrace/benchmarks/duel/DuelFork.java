/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import static io.tailrace.benchmarks.lab.ProcStat.involuntarySwitchesDuring;
import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.tailrace.benchmarks.duel.Cell.Workload;
import io.tailrace.benchmarks.duel.Slice.RoundTripSlice;
import io.tailrace.benchmarks.duel.Slice.ThroughputSlice;
import io.tailrace.benchmarks.duel.Slice.Wire;
import io.tailrace.benchmarks.lab.Answer;
import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.benchmarks.peer.Library.Receiver;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Measures one candidate. Answers {@code warm MS WORKLOAD...} and {@code run MS WORKLOAD}. */
final class DuelFork implements Answerer {
    private static final long LEAD_IN_MS = 40;
    private static final long WARM_SLICE_MS = 60;
    private static final int MIN_WARM_SLICES = 16;
    private static final int MIN_WARM_CYCLES = 2;
    private static final long QUIET_JIT_MS = 10;
    private static final long TIMEOUT_MS = 10_000;

    private final String description;
    private final Function<Workload, Slice> slices;
    private final Runnable close;
    private final CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    private final ExecutorService left = Executors.newSingleThreadExecutor(task -> new Thread(task, "left"));
    private final ExecutorService right = Executors.newSingleThreadExecutor(task -> new Thread(task, "right"));

    /** Arguments: the candidate, and a directory that does not exist yet. */
    DuelFork(List<String> arguments) {
        Candidate candidate = new Candidate(arguments.get(0));
        Path directory = Path.of(arguments.get(1));
        if (candidate.product() == Product.MEMCPY) {
            Memcpy memcpy = new Memcpy(AeronVariant.bytes(candidate.variant()), directory);
            description = memcpy.description();
            slices = workload -> memcpy.slice(workload.payload());
            close = () -> {};
            return;
        }
        Library library = candidate.open(directory);
        Inbox[] inboxes = {new Inbox(), new Inbox()};
        Receiver toRight = library.receiver(1, inboxes[0], true);
        Receiver toLeft = library.receiver(2, inboxes[1], false);
        Wire there = new Wire(library.sender(1), toRight, inboxes[0]);
        Wire back = new Wire(library.sender(2), toLeft, inboxes[1]);
        library.awaitConnection();
        description = library.description();
        slices = workload -> workload.isRoundTrip()
                ? new RoundTripSlice(there, back, workload.payload(), workload.number())
                : new ThroughputSlice(there, workload.payload(), workload.shape() == Workload.Shape.SUM);
        close = library::close;
    }

    @Override
    public Answer greeting() {
        return new Answer()
                .put("candidate", description)
                .put("jdk", System.getProperty("java.vm.version"))
                .put("vendor", System.getProperty("java.vendor.version", System.getProperty("java.vendor")));
    }

    @Override
    public Answer answer(List<String> command) {
        long ms = Long.parseLong(command.get(1));
        List<Workload> workloads = command.stream().skip(2).map(Workload::parse).toList();
        return command.get(0).equals("warm") ? warmUp(workloads, ms) : run(workloads.get(0), LEAD_IN_MS, ms);
    }

    /** All of it again and again, until the JIT compiler has nothing left to do, at most for so long. */
    private Answer warmUp(List<Workload> workloads, long maxMs) {
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
        return new Answer().put("cycles", cycles);
    }

    private Answer run(Workload workload, long leadInMs, long measureMs) {
        long jitMs = jit.getTotalCompilationTime();
        Slice slice = slices.apply(workload);
        CompletableFuture<Long> rightSwitches = supplyAsync(() -> involuntarySwitchesDuring(slice::right), right);
        CompletableFuture<Long> leftSwitches = supplyAsync(() -> involuntarySwitchesDuring(slice::left), left);
        slice.conduct(leadInMs, measureMs);
        long switches = Waiting.results(List.of(leftSwitches, rightSwitches), TIMEOUT_MS).stream()
                .mapToLong(Long::longValue)
                .sum();
        return slice.result().put("switches", switches).put("jitMs", jit.getTotalCompilationTime() - jitMs);
    }

    @Override
    public void close() {
        left.shutdown();
        right.shutdown();
        close.run();
    }
}
