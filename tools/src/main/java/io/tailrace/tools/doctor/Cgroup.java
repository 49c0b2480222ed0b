/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.tools.doctor.Subject.LiveProcess;
import java.util.ArrayList;
import java.util.List;

/**
 * The control group of a process, of version 2. Of the limits from its group up to the root, the least counts. In a
 * container the path may be the host's, which is not visible there; then the visible root is the container's.
 *
 * @param path the group, empty if it is unknown, or the host uses version 1
 */
record Cgroup(HostFiles host, String path) {
    private static final String ROOT = "/sys/fs/cgroup";
    private static final String VERSION_2 = "0::";

    static Cgroup of(HostFiles host, LiveProcess process) {
        List<String> lines = host.lines(process.file("cgroup"));
        boolean isKnown = lines.size() == 1 && lines.get(0).startsWith(VERSION_2);
        return new Cgroup(host, isKnown ? lines.get(0).substring(VERSION_2.length()) : "");
    }

    boolean isUnknown() {
        return path.isEmpty();
    }

    /** {@return the limit of processor time, in processors; infinite without a quota} */
    double cpus() {
        double least = Double.POSITIVE_INFINITY;
        for (String folder : folders()) {
            String[] max = host.text(folder + "/cpu.max").split(" ", -1); // Quota, which may be "max", and period.
            long quota = HostFiles.parse(max[0]);
            long period = HostFiles.parse(max[max.length - 1]);
            if (quota > 0 && period > 0) {
                least = Math.min(least, (double) quota / period);
            }
        }
        return least;
    }

    /** {@return how often its threads had to wait because the quota of a period was used up} */
    long throttled() {
        return folders().stream()
                .mapToLong(folder -> HostFiles.parse(host.value(folder + "/cpu.stat", "nr_throttled", ' ')))
                .max()
                .orElse(0);
    }

    /** {@return the memory that may still be taken; {@link Long#MAX_VALUE} without a limit} */
    long freeMemory() {
        long least = Long.MAX_VALUE;
        for (String folder : folders()) {
            long limit = host.number(folder + "/memory.max"); // "max", which is no number, for no limit.
            if (limit >= 0) {
                long used = Math.max(0, host.number(folder + "/memory.current"));
                least = Math.min(least, Math.max(0, limit - used));
            }
        }
        return least;
    }

    /** {@return the folders from that of the process to the root} */
    private List<String> folders() {
        List<String> folders = new ArrayList<>();
        String rest = path;
        while (rest.length() > 1) {
            if (host.exists(ROOT + rest)) {
                folders.add(ROOT + rest);
            }
            rest = rest.substring(0, rest.lastIndexOf('/'));
        }
        folders.add(ROOT);
        return folders;
    }
}
