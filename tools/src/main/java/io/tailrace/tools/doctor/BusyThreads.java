/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many threads of processes want a processor all the time, because they spin or have much to do: by what the
 * scheduler counts, at two moments. One thread.
 */
final class BusyThreads {
    /** Where it is not a whole one, it sleeps now and then. */
    private static final double SHARE = 0.8;

    private final HostFiles host;
    private final Map<Long, Map<String, Long>> before = new HashMap<>();

    BusyThreads(HostFiles host) {
        this.host = host;
    }

    /** The first look. */
    void begin(List<Long> pids) {
        pids.forEach(pid -> before.put(pid, read(pid)));
    }

    /** {@return how many of a process there are at the second look; -1 if that can not be told} */
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

    /** {@return for each thread how long it has run, or waited for a processor} */
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
