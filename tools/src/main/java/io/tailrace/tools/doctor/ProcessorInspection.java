/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Whether threads that spin get the processors that they want. */
final class ProcessorInspection extends ProcessInspection {
    private static final String FIX = "let threads wait (poll with a timeout, WaitSet, dispatch) instead of spinning, "
            + "or give more: docker run --cpus, limits.cpu, CPUQuota=, taskset";

    @Override
    public String topic() {
        return "processors";
    }

    @Override
    void inspect(Subject subject, LiveProcess process, Findings findings) {
        HostFiles host = subject.host();
        long allowed = count(host.value(process.file("status"), "Cpus_allowed_list", ':'));
        Cgroup cgroup = Cgroup.of(host, process);
        if (allowed < 1 || cgroup == null) {
            findings.unknown(topic(), "its processors can not be told");
            return;
        }
        double quota = cgroup.cpus();
        double available = Math.min(quota, (double) allowed);
        long throttled = cgroup.throttled();
        String text = "allowed=" + allowed + ", quota="
                + (Double.isInfinite(quota) ? "none" : String.format(Locale.ROOT, "%.1f", quota)) + ", busy threads="
                + (process.busyThreads() < 0 ? "unknown" : process.busyThreads());
        if (process.busyThreads() > available) {
            findings.crit(topic(), text + ": more threads want a processor than there are", FIX);
        } else if (throttled > 0) {
            findings.warn(
                    topic(),
                    text + ", throttled=" + throttled + ": it had to stand still, because its quota was used up",
                    FIX);
        } else if (available < 2) {
            findings.warn(topic(), text + ": whoever spins there keeps the others from working", FIX);
        } else {
            findings.ok(topic(), text);
        }
    }

    /** {@return how many there are in a list such as {@code 0-3,8}; -1 if it is none} */
    static long count(@Nullable String list) {
        if (list == null || !list.matches("\\d{1,6}(-\\d{1,6})?(,\\d{1,6}(-\\d{1,6})?)*")) {
            return -1;
        }
        long count = 0;
        for (String part : list.split(",", -1)) {
            String[] ends = part.split("-", -1);
            count += Long.parseLong(ends[ends.length - 1]) - Long.parseLong(ends[0]) + 1;
        }
        return count;
    }
}
