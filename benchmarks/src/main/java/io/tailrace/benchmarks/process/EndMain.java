/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.lab.ForkEnd;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.raw.Json;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Left or right: the process that holds one end. Told {@code open}, {@code connect}, then tasks, it answers each with a line
 * of JSON. Whatever it does is done by the one thread that measures. Ends with its stdin.
 */
final class EndMain implements AutoCloseable {
    private static final long TIMEOUT_MS = 600_000;

    private final Side side;
    private final End end;
    private final CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    private final ExecutorService thread;

    private EndMain(Side side, End end) {
        this.side = side;
        this.end = end;
        this.thread = Executors.newSingleThreadExecutor(task -> new Thread(task, side.name()));
    }

    /** Arguments: the peer, the side, whether there is a stream back, and a directory. */
    public static void main(String[] args) {
        Side side = Side.valueOf(args[1]);
        End end = new End(Peer.parse(args[0]), side, Boolean.parseBoolean(args[2]), Path.of(args[3]));
        ForkEnd.orExit(() -> {
            try (EndMain main = new EndMain(side, end)) {
                ForkEnd.serve("{\"side\": \"" + side + "\"}", main::answer);
            }
        });
    }

    private String answer(List<String> command) {
        return switch (command.get(0)) {
            case "open" -> Json.line(Map.of("description", onThread(end::open)));
            case "connect" -> Json.line(Map.of("pinned", onThread(this::connect)));
            default -> Json.line(onThread(() -> measure(Task.parse(command))));
        };
    }

    /** Pinned only then: threads that a library has started inherit it otherwise. */
    private boolean connect() {
        end.connect();
        return Pinning.pin(side.core());
    }

    private Map<String, Object> measure(Task task) {
        long jitMs = jit.getTotalCompilationTime();
        Map<String, Object> figures = new TreeMap<>();
        long switches = ProcStat.involuntarySwitchesDuring(() -> figures.putAll(end.measure(task)));
        String prefix = side.name().toLowerCase(Locale.ROOT);
        figures.put(prefix + "Switches", switches);
        figures.put(prefix + "JitMs", jit.getTotalCompilationTime() - jitMs);
        return figures;
    }

    private <T> T onThread(Callable<T> work) {
        return Waiting.result(thread.submit(work), TIMEOUT_MS);
    }

    @Override
    public void close() {
        onThread(() -> {
            end.close();
            return true;
        });
        thread.shutdown();
    }
}
