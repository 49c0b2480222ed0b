/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the threads of processes that want a processor all the time, because they spin or have much to do: compares
 * the scheduler's counts at two moments. One thread.
 */
final class BusyThreads {
    /** A thread with a smaller share sleeps now and then. */
    private static final double SHARE = 0.8;

    private final HostFiles host;
    private final Map<Long, Map<String, Long>> before = new HashMap<>();

    BusyThreads(HostFiles host) {
        this.host = host;
    }

    /** Takes the first sample. */
    void begin(List<Long> pids) {
        pids.forEach(pid -> before.put(pid, read(pid)));
    }

    /** {@return the number of a process's busy threads at the second sample; -1 if unknown} */
    int count(long pid, long elapsedNs) {
        Map<String, Long> then = before.getOrDefault(pid, Map.of());
        Map<String, Long> now = read(pid);
        if (then.isEmpty() || now.isEmpty()) {
            return -1;
        }
        return (int) now.entrySet().stream()
                .filter(thread ->
                        thread.getValue() - then.getOrDefault(thread.getKey(), thread.getValue()) >= SHARE * elapsedNs)
                .count();
    }

    /** {@return for each thread the time it has run or waited for a processor} */
    private Map<String, Long> read(long pid) {
        Map<String, Long> times = new HashMap<>();
        String tasks = "/proc/" + pid + "/task";
        for (String thread : host.names(tasks)) {
            String[] fields = host.text(tasks + '/' + thread + "/schedstat").split(" ", -1);
            if (fields.length >= 2) {
                times.put(thread, HostFiles.parse(fields[0]) + HostFiles.parse(fields[1]));
            }
        }
        return times;
    }
}
