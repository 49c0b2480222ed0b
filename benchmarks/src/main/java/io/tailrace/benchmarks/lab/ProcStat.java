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

/** Reads the kernel's figures of processes and processors under {@code /proc}. */
public final class ProcStat {
    private static final double TICKS_PER_SECOND = 100; // USER_HZ, the same on every Linux.

    private ProcStat() {}

    /** {@return the CPU time that a process has used, in seconds} */
    public static double cpuSeconds(long pid) {
        String stat = lines(Path.of("/proc/" + pid + "/stat")).get(0);
        // The fields from the third one on: the state of the process is 0.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND; // utime, stime
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

    /** {@return how long all processors were busy so far, in seconds, with the time that the host gave to others} */
    static double busySeconds() {
        double[] seconds = Stream.of(lines(Path.of("/proc/stat")).get(0).split(" +", -1))
                .skip(1) // cpu user nice system idle iowait irq softirq steal …
                .limit(8)
                .mapToDouble(ticks -> Long.parseLong(ticks) / TICKS_PER_SECOND)
                .toArray();
        return DoubleStream.of(seconds).sum() - seconds[3] - seconds[4];
    }

    static String cpuModel() {
        List<String> cpus = lines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 2))
                .toList();
        return cpus.isEmpty() ? "unknown CPU" : cpus.size() + " x " + cpus.get(0);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
