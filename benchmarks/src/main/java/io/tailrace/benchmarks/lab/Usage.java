/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The CPU time and the memory that Java threads of this process have used, up to a moment or between two. Threads of
 * the compiler and the collector are not Java threads. A thread that has ended does not count any more.
 *
 * @param timeNs of the clock
 * @param voluntarySwitches how often all threads except the calling one gave up a processor, including those of the JVM
 * @param allocatedBytes on the heap
 */
public record Usage(long timeNs, long cpuNs, long voluntarySwitches, long allocatedBytes) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** {@return the usage of all threads but these up to now} Reads each thread, which takes some 10 microseconds. */
    public static Usage without(Set<Long> ignoredThreads) {
        long timeNs = System.nanoTime();
        long[] others = LongStream.of(THREADS.getAllThreadIds())
                .filter(id -> !ignoredThreads.contains(id))
                .toArray();
        return new Usage(
                timeNs,
                sum(THREADS.getThreadCpuTime(others)),
                ProcStat.voluntarySwitchesOfOthers(),
                sum(THREADS.getThreadAllocatedBytes(others)));
    }

    /** {@return the Java threads that live now} */
    public static Set<Long> threads() {
        return LongStream.of(THREADS.getAllThreadIds()).boxed().collect(Collectors.toUnmodifiableSet());
    }

    private static long sum(long[] figures) {
        return LongStream.of(figures).filter(figure -> figure > 0).sum(); // -1: it has just ended.
    }

    /** {@return the CPU time that a thread has used, in ns} */
    public static long cpuNs(long threadId) {
        return THREADS.getThreadCpuTime(threadId);
    }

    /** {@return the bytes that a thread has allocated on the heap} */
    public static long allocatedBytes(long threadId) {
        return THREADS.getThreadAllocatedBytes(threadId);
    }

    /** {@return the usage since then} */
    public Usage since(Usage before) {
        return new Usage(
                timeNs - before.timeNs,
                cpuNs - before.cpuNs,
                voluntarySwitches - before.voluntarySwitches,
                allocatedBytes - before.allocatedBytes);
    }

    /** {@return a part of this time as % of one core} */
    public double percent(long ofCpuNs) {
        return 100.0 * ofCpuNs / timeNs;
    }
}
