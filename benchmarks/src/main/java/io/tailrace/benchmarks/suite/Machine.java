/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Waiting;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Whether this machine can be measured on now. */
final class Machine {
    /** A publisher and a subscriber spin at once. */
    private static final int LEAST_CORES = 2;

    /** Of one processor: more by others would be in the figures. */
    private static final double QUIET_BELOW_PERCENT = 10;

    private static final long WATCHED_MS = 2_000;

    private static final int TOO_FEW_CORES = 69;
    private static final int NOT_QUIET = 75;

    private Machine() {}

    /**
     * Whether this machine can be measured on.
     *
     * @param exitCode 0 if it can
     * @param othersPercent of one processor
     */
    record Check(int exitCode, double othersPercent) {
        /** Looks for two seconds, and says why not; with {@code anyway} it may be measured on also if others use it. */
        static Check of(boolean anyway, Consumer<String> say) {
            int cores = Runtime.getRuntime().availableProcessors();
            if (cores < LEAST_CORES) {
                say.accept("too few processors to measure: found=" + cores + ", least=" + LEAST_CORES
                        + ": a publisher and a subscriber spin at once");
                return new Check(TOO_FEW_CORES, 0);
            }
            Others others = watch();
            if (others.areQuiet()) {
                return new Check(0, others.percent());
            }
            String text = String.format(
                    "the machine is not quiet: others use %.0f %% of a processor, limit=%.0f %%, busiest=%s",
                    others.percent(), QUIET_BELOW_PERCENT, others.busiest().isEmpty() ? "unknown" : others.busiest());
            say.accept(
                    anyway
                            ? "WARNING: " + text + "; measuring --anyway"
                            : text + "; end them, wait, or measure with --anyway, which the report will tell");
            return new Check(anyway ? 0 : NOT_QUIET, others.percent());
        }
    }

    /**
     * What others use now.
     *
     * @param percent of one processor, with what the host gave to other guests
     * @param busiest who uses most of it; empty if no process can be named
     */
    private record Others(double percent, String busiest) {
        boolean areQuiet() {
            return percent < QUIET_BELOW_PERCENT;
        }
    }

    /** Watches for two seconds. */
    private static Others watch() {
        Map<ProcessHandle, Duration> before = cpuOfAll();
        long startNs = System.nanoTime();
        double busyBefore = ProcStat.processors().busy() - ownSeconds();
        Waiting.sleep(WATCHED_MS);
        double busy = ProcStat.processors().busy() - ownSeconds() - busyBefore;
        double percent = Math.max(0, 100 * busy / ((System.nanoTime() - startNs) / 1e9));
        return new Others(percent, busiestSince(before));
    }

    private static double ownSeconds() {
        return ProcStat.cpuSeconds(ProcessHandle.current().pid());
    }

    private static Map<ProcessHandle, Duration> cpuOfAll() {
        Map<ProcessHandle, Duration> cpu = new HashMap<>();
        ProcessHandle.allProcesses()
                .filter(process -> !process.equals(ProcessHandle.current()))
                .forEach(process -> cpu.put(process, cpuOf(process)));
        return cpu;
    }

    private static Duration cpuOf(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static String busiestSince(Map<ProcessHandle, Duration> before) {
        Map<ProcessHandle, Duration> used = new HashMap<>();
        before.forEach((process, cpu) -> used.put(process, cpuOf(process).minus(cpu)));
        List<ProcessHandle> busiest = used.keySet().stream()
                .filter(process -> used.getOrDefault(process, Duration.ZERO).compareTo(Duration.ZERO) > 0)
                .sorted(Comparator.comparing((ProcessHandle process) -> used.getOrDefault(process, Duration.ZERO))
                        .reversed())
                .limit(3)
                .toList();
        return String.join(", ", busiest.stream().map(Machine::describe).toList());
    }

    private static String describe(ProcessHandle process) {
        Optional<String> command = process.info().command();
        return process.pid()
                + command.map(path -> " (" + path.substring(path.lastIndexOf('/') + 1) + ")")
                        .orElse("");
    }
}
