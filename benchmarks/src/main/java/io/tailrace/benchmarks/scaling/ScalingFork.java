/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.LogLibrary;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measures one candidate. Answers {@code open CELL FIRST-MS MS} (connects the parties of a cell, with a driver of their
 * own, and warms them up, at most for so long; the first time is for the first cell), {@code run MS} (one slice) and
 * {@code close}.
 */
final class ScalingFork implements Answerer {
    private static final long LEAD_IN_MS = 60;
    private static final long WARM_SLICE_MS = 100;
    private static final long QUIET_JIT_MS = 2;

    private final Candidate candidate;
    private final Path directory;
    private final CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    private @Nullable Crew crew;
    private boolean isWarm;

    /** Arguments: the candidate, and a directory that does not exist yet. */
    ScalingFork(List<String> arguments) {
        candidate = new Candidate(arguments.get(0));
        directory = Path.of(arguments.get(1));
    }

    @Override
    public Map<String, Object> answer(List<String> command) {
        return switch (command.get(0)) {
            case "open" -> open(Cell.parse(command.get(1)), Long.parseLong(command.get(isWarm ? 3 : 2)));
            case "run" -> run(Long.parseLong(command.get(1)));
            case "close" -> closeCrew();
            default -> throw new IllegalArgumentException("no such command: " + command);
        };
    }

    private Map<String, Object> open(Cell cell, long warmUpMs) {
        long startNs = System.nanoTime();
        LogLibrary library = (LogLibrary) candidate.open(directory);
        crew = new Crew(cell, candidate, library);
        double openMs = (System.nanoTime() - startNs) / 1e6;
        warmUp(crew, warmUpMs);
        isWarm = true;
        return Map.of("description", library.description(), "openMs", openMs);
    }

    /** Until the JIT compiler has nothing left to do. */
    private void warmUp(Crew opened, long maxMs) {
        for (long ms = 0; ms < maxMs; ms += WARM_SLICE_MS) {
            long jitMs = jit.getTotalCompilationTime();
            opened.run(0, WARM_SLICE_MS);
            if (ms > 0 && jit.getTotalCompilationTime() - jitMs <= QUIET_JIT_MS) {
                break;
            }
        }
    }

    private Map<String, Object> run(long ms) {
        if (crew == null) {
            throw new IllegalStateException("no cell is open: candidate=" + candidate);
        }
        long jitMs = jit.getTotalCompilationTime();
        Map<String, Object> figures = crew.run(LEAD_IN_MS, ms);
        figures.put("jitMs", jit.getTotalCompilationTime() - jitMs);
        return figures;
    }

    @Override
    public void close() {
        closeCrew();
    }

    private Map<String, Object> closeCrew() {
        if (crew != null) {
            crew.close();
            crew = null;
            SharedMemory.delete(directory);
            System.gc(); // Only that gives the memory of Tailrace's logs back.
        }
        return Map.of();
    }
}
