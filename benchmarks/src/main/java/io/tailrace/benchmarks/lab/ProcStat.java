/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the kernel's figures of processes and processors under {@code /proc}. */
public final class ProcStat {
    private static final double TICKS_PER_SECOND = 100; // USER_HZ, the same on every Linux.

    private ProcStat() {}

    /**
     * {@return how often the scheduler took the processor from the calling thread while it ran this; null if the kernel
     * does not report that}
     */
    public static @Nullable Long involuntarySwitchesDuring(Runnable task) {
        Path status = Path.of("/proc/thread-self/status");
        long before = number(status, "nonvoluntary_ctxt_switches:");
        task.run();
        return Files.exists(status) ? number(status, "nonvoluntary_ctxt_switches:") - before : null;
    }

    /** {@return the CPU time that a process has used, in seconds} */
    public static double cpuSeconds(long pid) {
        List<String> stat = stat(pid);
        return (Long.parseLong(stat.get(11)) + Long.parseLong(stat.get(12))) / TICKS_PER_SECOND; // utime, stime
    }

    /**
     * {@return a supplier of the CPU time that the living threads of a process use from now on, in ns} Exact; that of a
     * process has steps of 10 ms.
     */
    public static LongSupplier cpuNsFromNow(long pid) {
        Map<Path, Long> before = threadsCpuNs(pid);
        return () -> threadsCpuNs(pid).entrySet().stream()
                .mapToLong(thread -> Math.max(0, thread.getValue() - before.getOrDefault(thread.getKey(), 0L)))
                .sum();
    }

    private static Map<Path, Long> threadsCpuNs(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
            return threads.collect(toMap(thread -> thread, ProcStat::threadCpuNs));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long threadCpuNs(Path thread) {
        try {
            return Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ", 2)[0]);
        } catch (IOException e) {
            return 0; // It has just ended.
        }
    }

    /** {@return the CPU time that this process and those of its children that have ended have used, in seconds} */
    public static double cpuSecondsWithChildren() {
        List<String> stat = stat(ProcessHandle.current().pid());
        return cpuSeconds(ProcessHandle.current().pid())
                + (Long.parseLong(stat.get(13)) + Long.parseLong(stat.get(14))) / TICKS_PER_SECOND; // cutime, cstime
    }

    /** The fields from the third one on: the state of the process is 0. */
    private static List<String> stat(long pid) {
        String stat = lines(Path.of("/proc/" + pid + "/stat")).get(0);
        return List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
    }

    /**
     * {@return how often the living threads of this process except the calling one gave up a processor: waited, slept}
     */
    public static long voluntarySwitchesOfOthers() {
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            Path own = Path.of("/proc/thread-self").toRealPath().getFileName();
            return threads.filter(thread -> !thread.getFileName().equals(own))
                    .mapToLong(ProcStat::voluntarySwitches)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long voluntarySwitches(Path thread) {
        try {
            return number(thread.resolve("status"), "voluntary_ctxt_switches:");
        } catch (UncheckedIOException e) {
            return 0; // It has just ended.
        }
    }

    /** {@return a field of a process's status in KiB, such as {@code VmRSS:}} */
    public static long statusKib(long pid, String field) {
        return number(Path.of("/proc/" + pid + "/status"), field);
    }

    /**
     * The time of all processors since the start, in seconds.
     *
     * @param busy not idle; includes stolen time
     * @param stolen the time that the host gave to other guests while a thread here wanted to run
     */
    public record Processors(double all, double busy, double stolen) {
        /** {@return the part of all time since then that was stolen} */
        public double stolenPercentSince(Processors before) {
            return all <= before.all ? 0 : 100 * (stolen - before.stolen) / (all - before.all);
        }
    }

    /** {@return their time up to now} */
    public static Processors processors() {
        double[] seconds = Stream.of(lines(Path.of("/proc/stat")).get(0).split(" +", -1))
                .skip(1) // cpu user nice system idle iowait irq softirq steal …
                .limit(8)
                .mapToDouble(ticks -> Long.parseLong(ticks) / TICKS_PER_SECOND)
                .toArray();
        double all = DoubleStream.of(seconds).sum();
        return new Processors(all, all - seconds[3] - seconds[4], seconds[7]);
    }

    public static String loadAverage() {
        return lines(Path.of("/proc/loadavg")).get(0);
    }

    public static String cpuModel() {
        List<String> cpus = lines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 2))
                .toList();
        return cpus.isEmpty() ? "unknown CPU" : cpus.size() + " x " + cpus.get(0);
    }

    private static long number(Path file, String field) {
        return lines(file).stream()
                .filter(line -> line.startsWith(field))
                .map(line -> line.substring(field.length()).replaceAll("[^0-9]", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(0);
    }

    private static List<String> lines(Path file) {
        if (!Files.exists(file)) {
            return List.of("");
        }
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
