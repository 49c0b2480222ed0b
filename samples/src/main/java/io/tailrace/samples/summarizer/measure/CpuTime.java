/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.measure;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The processor time of this process and its children. That of children is counted in ticks of 10 ms. */
final class CpuTime {
    private static final Path STAT = Path.of("/proc/self/stat");
    /** Of the fields behind the name, which may have any characters: user time of children that ended; system time. */
    private static final int ENDED_USER = 13;

    private static final int ENDED_SYSTEM = 14;
    /** USER_HZ is 100 on all platforms on which Java runs. */
    private static final long NS_PER_TICK = 10_000_000;

    private CpuTime() {}

    /** {@return nanoseconds of this process, its children that have ended, and those that still run} */
    static long ns() {
        long ownNs =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
        long runningNs = ProcessHandle.current()
                .children()
                .map(child -> child.info().totalCpuDuration())
                .flatMap(Optional::stream)
                .mapToLong(Duration::toNanos)
                .sum();
        return ownNs + runningNs + endedNs();
    }

    private static long endedNs() {
        try {
            String stat = Files.readString(STAT);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return (Long.parseLong(fields[ENDED_USER]) + Long.parseLong(fields[ENDED_SYSTEM])) * NS_PER_TICK;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read: file=" + STAT, e);
        }
    }
}
