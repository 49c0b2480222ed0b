/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.tools.doctor.Subject.LiveProcess;
import java.util.ArrayList;
import java.util.List;

/**
 * The control groups of a process, of version 1 or 2. Of the limits from its group up to the root, the least counts. In
 * a container the path may be the host's, which is not visible there; then the visible root is the container's.
 *
 * @param memberships the lines in which the kernel lists its groups
 */
record Cgroup(HostFiles host, List<String> memberships) {
    private static final String ROOT = "/sys/fs/cgroup";
    /** Version 1: no limit. */
    private static final long NO_LIMIT = 1L << 62;

    /** {@return the groups of a process; none if they cannot be read} */
    static Cgroup of(HostFiles host, LiveProcess process) {
        return new Cgroup(host, host.lines(process.file("cgroup")));
    }

    boolean isUnknown() {
        return memberships.isEmpty();
    }

    /** {@return the limit of processor time, in processors; infinite without a quota} */
    double cpus() {
        double least = Double.POSITIVE_INFINITY;
        for (String folder : folders("cpu")) {
            long quota = host.number(folder + "/cpu.cfs_quota_us");
            long period = host.number(folder + "/cpu.cfs_period_us");
            String max = host.text(folder + "/cpu.max");
            if (!max.isEmpty()) {
                String[] fields = max.split(" ", -1);
                quota = HostFiles.parse(fields[0]);
                period = HostFiles.parse(fields[fields.length - 1]);
            }
            if (quota > 0 && period > 0) {
                least = Math.min(least, (double) quota / period);
            }
        }
        return least;
    }

    /** {@return how often its threads had to wait because the quota of a period was used up} */
    long throttled() {
        long most = 0;
        for (String folder : folders("cpu")) {
            most = Math.max(most, HostFiles.parse(host.value(folder + "/cpu.stat", "nr_throttled", ' ')));
        }
        return most;
    }

    /** {@return the memory that may still be taken; {@link Long#MAX_VALUE} without a limit} */
    long freeMemory() {
        long least = Long.MAX_VALUE;
        for (String folder : folders("memory")) {
            least = Math.min(least, free(folder, "/memory.max", "/memory.current"));
            least = Math.min(least, free(folder, "/memory.limit_in_bytes", "/memory.usage_in_bytes"));
        }
        return least;
    }

    private long free(String folder, String limitName, String usedName) {
        long limit = host.number(folder + limitName); // Version 2 writes "max" for no limit, which is no number.
        return limit < 0 || limit >= NO_LIMIT
                ? Long.MAX_VALUE
                : Math.max(0, limit - Math.max(0, host.number(folder + usedName)));
    }

    /** {@return the folders for a controller, from that of the process to the root} */
    private List<String> folders(String controller) {
        List<String> folders = new ArrayList<>();
        for (String membership : memberships) {
            String[] fields = membership.split(":", 3);
            if (fields.length < 3) {
                continue;
            }
            String mount = ROOT;
            if (!fields[0].equals("0")) {
                if (!List.of(fields[1].split(",", -1)).contains(controller)) {
                    continue;
                }
                mount = ROOT + '/' + (host.exists(ROOT + '/' + fields[1]) ? fields[1] : controller);
            }
            addUpTo(mount, fields[2], folders);
        }
        return folders;
    }

    private void addUpTo(String mount, String path, List<String> folders) {
        String rest = path;
        while (rest.length() > 1) {
            if (host.exists(mount + rest)) {
                folders.add(mount + rest);
            }
            rest = rest.substring(0, rest.lastIndexOf('/'));
        }
        folders.add(mount);
    }
}
