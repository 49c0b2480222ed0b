/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import static java.util.stream.Collectors.joining;

import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Waiting;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Whether this machine is fit to measure on now.
 *
 * @param exitCode 0 if it can
 * @param othersPercent of one processor: the CPU of others and of other guests of the host
 */
record Machine(int exitCode, double othersPercent) {
    /** The fewest processors: a publisher and a subscriber spin at once. */
    private static final int LEAST_CORES = 2;

    /** The most CPU of others, in % of a processor: more would affect the figures. */
    private static final double QUIET_BELOW_PERCENT = 10;

    private static final long WATCHED_MS = 2_000;
    private static final int TOO_FEW_CORES = 69;
    private static final int NOT_QUIET = 75;

    /** Measures for two seconds, and reports reasons against it; {@code anyway} permits other processes. */
    static Machine check(boolean anyway, Consumer<String> say) {
        int cores = Runtime.getRuntime().availableProcessors();
        if (cores < LEAST_CORES) {
            say.accept("too few processors to measure: found=" + cores + ", least=" + LEAST_CORES
                    + ": a publisher and a subscriber spin at once");
            return new Machine(TOO_FEW_CORES, 0);
        }
        Map<ProcessHandle, Duration> before = new HashMap<>();
        ProcessHandle.allProcesses()
                .filter(process -> !process.equals(ProcessHandle.current()))
                .forEach(process -> before.put(process, cpuOf(process)));
        double percent = watch();
        if (percent < QUIET_BELOW_PERCENT) {
            return new Machine(0, percent);
        }
        String text = String.format(
                "the machine is not quiet: others use %.0f %% of a processor, limit=%.0f %%, busiest=%s",
                percent, QUIET_BELOW_PERCENT, busiestSince(before));
        say.accept(
                anyway
                        ? "WARNING: " + text + "; measuring --anyway"
                        : text + "; end them, wait, or measure with --anyway, which the report will note");
        return new Machine(anyway ? 0 : NOT_QUIET, percent);
    }

    /** {@return the CPU of others, of one processor} */
    private static double watch() {
        long startNs = System.nanoTime();
        double before = othersSeconds();
        Waiting.sleep(WATCHED_MS);
        return Math.max(0, 100 * (othersSeconds() - before) / ((System.nanoTime() - startNs) / 1e9));
    }

    private static double othersSeconds() {
        return ProcStat.processors().busy()
                - ProcStat.cpuSeconds(ProcessHandle.current().pid());
    }

    private static Duration cpuOf(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static String busiestSince(Map<ProcessHandle, Duration> before) {
        String busiest = before.entrySet().stream()
                .map(process ->
                        Map.entry(process.getKey(), cpuOf(process.getKey()).minus(process.getValue())))
                .filter(used -> used.getValue().compareTo(Duration.ZERO) > 0)
                .sorted(Map.Entry.<ProcessHandle, Duration>comparingByValue().reversed())
                .limit(3)
                .map(used -> describe(used.getKey()))
                .collect(joining(", "));
        return busiest.isEmpty() ? "unknown" : busiest;
    }

    private static String describe(ProcessHandle process) {
        return process.pid()
                + process.info()
                        .command()
                        .map(path -> " (" + path.substring(path.lastIndexOf('/') + 1) + ")")
                        .orElse("");
    }
}
